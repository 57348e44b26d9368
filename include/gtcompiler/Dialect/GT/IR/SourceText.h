//===- SourceText.h - Text before it is parsed ------------------*- C++ -*-===//
//
// MLIR's parser goes down one call for each bracket that is open, ends the process
// for arrays of `index` and passes over a string that is not closed, a dot or an at sign
// behind a type of a dialect; its language server reads beyond a document where a location names
// another file, and through null where a later result is named before its value. What is done about
// all of them stands here; it knows tokens, but no grammar.
//
//===----------------------------------------------------------------------===//
#ifndef GTCOMPILER_DIALECT_GT_IR_SOURCETEXT_H
#define GTCOMPILER_DIALECT_GT_IR_SOURCETEXT_H

#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>

namespace gtcompiler {

/// Brackets that may be open at one place. Programs open a dozen.
inline constexpr std::size_t kMostOpenBrackets = 256;

/// The place of the first bracket that is one too many, of the first sign in a row
/// of so many, of an array of `index`, of an open string, or of a dot or an at sign that begins
/// nothing; nothing if the text may be parsed. `allowsLoneSigns`: the last two do no harm, and the
/// parser tells of them.
std::optional<std::size_t> findUnreadable(llvm::StringRef text, bool allowsLoneSigns = false);

/// "file:line:column: error: ..." for what findUnreadable has found.
std::string unreadableMessage(llvm::StringRef text, std::size_t place, llvm::StringRef file);

/// The text with spaces where operations and arguments say which line they are
/// of: the parser then takes their own. Everything else stays where it is.
std::string withoutLocations(llvm::StringRef text);

/// The text with `#0` where a later result of a value is named before the value is: MLIR's
/// completion reads the first one of every name. Everything else stays where it is.
std::string withFirstResults(llvm::StringRef text);

} // namespace gtcompiler

#endif // GTCOMPILER_DIALECT_GT_IR_SOURCETEXT_H
