//===- gt-run.cpp - Runs programs of the gt dialect -------------*- C++ -*-===//
//
// What it does is written in lib/gtrun and docs/Tools.md.
//
//===----------------------------------------------------------------------===//
#include "gtrun/Run.h"

int main(int argc, char **argv) { return gtrun::mainOf(argc, argv); }
