//===- EditorInput.h - What the editor sends, made safe ---------*- C++ -*-===//
//
// Stands between the editor and MLIR's language server, which ends the process
// for documents that a diagnostic leads out of, for diagnostics behind a carriage
// return and for brackets without end.
// Knows of the protocol only where the text of a document is.
//
//===----------------------------------------------------------------------===//
#ifndef GT_LSP_SERVER_EDITORINPUT_H
#define GT_LSP_SERVER_EDITORINPUT_H

#include "mlir/IR/DialectRegistry.h"

/// Puts itself before the standard input of this process: whoever reads it from
/// then on gets every message of the editor, with documents that can be read. A
/// document that has errors comes without the lines that it names in other
/// files, one whose brackets nest too deep ends there, carriage returns are blanks.
/// False if the system has no pipe left.
bool filterEditorInput(mlir::DialectRegistry &registry);

#endif // GT_LSP_SERVER_EDITORINPUT_H
