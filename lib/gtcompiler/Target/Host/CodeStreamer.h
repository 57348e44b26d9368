//===- CodeStreamer.h - Machine code without an object file -----*- C++ -*-===//
//
// Stands where LLVM's printer of instructions writes an object file: their bytes and the
// constants beside them stay in memory, and are put together here.
//
//===----------------------------------------------------------------------===//
#ifndef GTCOMPILER_LIB_TARGET_HOST_CODESTREAMER_H
#define GTCOMPILER_LIB_TARGET_HOST_CODESTREAMER_H

#include "gtcompiler/Target/ClosedCode.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/MC/MCAsmBackend.h"
#include "llvm/MC/MCCodeEmitter.h"
#include "llvm/MC/MCStreamer.h"

#include <memory>
#include <optional>
#include <vector>

namespace gtcompiler {

/// Collects code until it is taken, for x86-64.
class CodeStreamer final : public llvm::MCStreamer {
public:
  CodeStreamer(llvm::MCContext &context, std::unique_ptr<llvm::MCCodeEmitter> encoder,
               std::unique_ptr<llvm::MCAsmBackend> backend);

  /// What has come since the last call, but for the names of its functions: what readObject()
  /// reads of the object file. Nothing if something came that is neither code nor constants.
  std::optional<OpenCode> take();
  /// Where the code of `function` begins in what was taken last, if it does.
  std::optional<std::uint64_t> offsetOf(const llvm::MCSymbol &function) const;

private:
  /// Bytes that are placed as one.
  struct Part {
    /// A jump of two bytes, which becomes longer if it has to.
    struct Jump {
      std::uint64_t place; ///< of its first byte
      const llvm::MCSymbol *target;
      bool isLong;
    };
    /// Four bytes for the distance to a symbol.
    struct Distance {
      std::uint64_t place;
      const llvm::MCSymbol *target;
      std::int64_t addend;
    };

    std::uint64_t offsetOf(std::uint64_t place) const;
    std::uint64_t end() const { return offsetOf(bytes.size()); }
    void place(std::uint64_t first);
    void append(std::vector<std::uint8_t> &code) const;

    llvm::SmallVector<char, 0> bytes;
    std::vector<Jump> jumps;
    std::vector<Distance> distances;
    std::uint64_t alignment = 1;
    std::uint64_t start = 0;
    std::vector<std::uint64_t> growth; ///< in front of each jump, and behind all
  };
  struct Section {
    const llvm::MCSection *name;
    std::vector<Part> parts;
  };
  struct Placed {
    Part *part;
    std::uint64_t alignment;
    bool isBehindCode; ///< of the same section
  };
  struct Label {
    unsigned section, part;
    std::uint64_t place;
  };

  // Where the printer calls.
  void emitLabel(llvm::MCSymbol *symbol, llvm::SMLoc place) override;
  void emitInstruction(const llvm::MCInst &instruction,
                       const llvm::MCSubtargetInfo &features) override;
  void emitBytes(llvm::StringRef data) override;
  void emitFill(const llvm::MCExpr &count, std::uint64_t value, llvm::SMLoc place) override;
  void emitValueToAlignment(llvm::Align alignment, std::int64_t fill, std::uint8_t fillBytes,
                            unsigned mostBytes) override;
  void emitCodeAlignment(llvm::Align alignment, const llvm::MCSubtargetInfo *features,
                         unsigned mostBytes) override;
  bool emitSymbolAttribute(llvm::MCSymbol *, llvm::MCSymbolAttr) override { return true; }
  // What no kernel has.
  void emitValueImpl(const llvm::MCExpr *, unsigned, llvm::SMLoc) override { isOther = true; }
  void emitFill(const llvm::MCExpr &, std::int64_t, std::int64_t, llvm::SMLoc) override {
    isOther = true;
  }
  void emitNops(std::int64_t, std::int64_t, llvm::SMLoc, const llvm::MCSubtargetInfo &) override {
    isOther = true;
  }
  void emitCommonSymbol(llvm::MCSymbol *, std::uint64_t, llvm::Align) override { isOther = true; }

  Part &part();
  void addFixup(Part &part, std::uint64_t begin, const llvm::MCFixup &fixup);
  std::vector<Placed> order();
  bool lengthenJumps();
  void append(const Placed &placed, std::vector<std::uint8_t> &code) const;
  void resolve(const Part &part, OpenCode &open) const;
  void resolve(const llvm::MCSymbol &target, std::uint64_t place, std::int64_t addend,
               OpenCode &open) const;

  std::unique_ptr<llvm::MCCodeEmitter> encoder;
  std::unique_ptr<llvm::MCAsmBackend> backend;
  const llvm::MCSubtargetInfo *cpu = nullptr; ///< that fills up to an alignment of code
  std::vector<Section> sections;              ///< in order of first use
  unsigned current = 0;
  llvm::DenseMap<const llvm::MCSymbol *, Label> labels;
  llvm::SmallVector<llvm::MCFixup, 4> fixups;
  bool isOther = false, isTaken = false;
};

} // namespace gtcompiler

#endif // GTCOMPILER_LIB_TARGET_HOST_CODESTREAMER_H
