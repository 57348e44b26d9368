//===- ErrorLinesTest.cpp - Errors name the user's line -------------------===//
//
// Whatever is wrong in an expression, a member of a handle or an operator that
// takes no further argument: the error stands where the user wrote it.
//
//===----------------------------------------------------------------------===//
#include "../Backends.h"
#include "gtjit/Code/CompilerLibrary.h"
#include "gtjit/array.h"

#include <sstream>

using namespace gtjit;

namespace {

/// Runs something that throws an Error whose place is `line` of this file.
template <class Run> void expectLine(unsigned line, Run run) {
  try {
    run();
    ADD_FAILURE() << "line " << line << ": no error";
  } catch (const Error &error) {
    EXPECT_EQ(error.line().line, line) << error.what();
    EXPECT_NE(std::string_view(error.line().file).find("ErrorLinesTest.cpp"), std::string::npos)
        << error.what();
  }
}
#define EXPECT_HERE(...) expectLine(__LINE__, [&] { (void)(__VA_ARGS__); })

std::ostringstream text;
Storage u = zeros<double>({I(0, 4), J(0, 3)});

} // namespace

TEST(ErrorLines, operatorsOfIndicesRangesAndDomains) {
  Range range(0, 4);
  Domain domain{I(0, 4), J(0, 3)};
  EXPECT_HERE(K(1) >> J(7));
  EXPECT_HERE(range[9]);
  EXPECT_HERE(range[-9L]);
  EXPECT_HERE(range[{0, 4, 2}]);
  EXPECT_HERE(range[Slice(9)]);
  EXPECT_HERE(Range::all()[{1, 5}]);
  EXPECT_HERE(Range::all().size());
  EXPECT_HERE(I(0, 4)[7]);
  EXPECT_HERE(domain[2]);
  EXPECT_HERE(domain[std::size_t{2}]);
  EXPECT_HERE(domain[K]);
  EXPECT_HERE(domain.without(K));
  EXPECT_HERE(domain.insert(5, K(0, 1)));
  EXPECT_HERE(Domain(I(Range::all())).size());
  EXPECT_HERE(Domain({I(0, 1), I(0, 2)}));
  EXPECT_HERE(Dimension("no name"));
}

TEST(ErrorLines, handlesThatReferToNothing) {
  const Field f;
  const Storage s;
  const Program p;
  const array::Array a;
  EXPECT_HERE(f.dtype());
  EXPECT_HERE(f.dims());
  EXPECT_HERE(f.ndim());
  EXPECT_HERE(f.domain());
  EXPECT_HERE(f.origin());
  EXPECT_HERE(f.named("f"));
  EXPECT_HERE(f(I + 1));
  EXPECT_HERE(f[I(1)]);
  EXPECT_HERE(f.item<int>());
  EXPECT_HERE(f + 1.0);
  EXPECT_HERE(-f);
  EXPECT_HERE(sum(f));
  EXPECT_HERE(astype(f, F32));
  EXPECT_HERE(eval(f));
  EXPECT_HERE(print(f));
  EXPECT_HERE(toText(f));
  EXPECT_HERE(text << f);
  EXPECT_HERE(probe(f, {I(0)}));
  EXPECT_HERE(s.dtype());
  EXPECT_HERE(s.ndim());
  EXPECT_HERE(s.dims());
  EXPECT_HERE(s.domain());
  EXPECT_HERE(s.compute_domain());
  EXPECT_HERE(s.shape());
  EXPECT_HERE(s.strides());
  EXPECT_HERE(s.halo());
  EXPECT_HERE(s.domain_shape());
  EXPECT_HERE(s.domain_view());
  EXPECT_HERE(s.aligned_index());
  EXPECT_HERE(s.alignment());
  EXPECT_HERE(s.nbytes());
  EXPECT_HERE(s.axes());
  EXPECT_HERE(s.flags());
  EXPECT_HERE(s.kind());
  EXPECT_HERE(s.gpu());
  EXPECT_HERE(s.runtime());
  EXPECT_HERE(s.name());
  EXPECT_HERE(s.named("s"));
  EXPECT_HERE(s.copy());
  EXPECT_HERE(s.data());
  EXPECT_HERE(s[whole]);
  EXPECT_HERE(s[interior]);
  EXPECT_HERE(s[I(1)]);
  EXPECT_HERE(s[{I(0, 1)}]);
  EXPECT_HERE(s(I + 1));
  EXPECT_HERE(s * 2.0);
  EXPECT_HERE(like(s));
  EXPECT_HERE(fillHalo(s, periodic(I)));
  EXPECT_HERE(update({{s, 1.0}}));
  EXPECT_HERE(text << s);
  EXPECT_HERE(toText(s));
  EXPECT_HERE(p.argumentCount());
  EXPECT_HERE(p.outputCount());
  EXPECT_HERE(p.argument(0));
  EXPECT_HERE(p.runtime());
  EXPECT_HERE(p(out(u), 1.0));
  EXPECT_HERE(p.save("p"));
  EXPECT_HERE(a.dtype());
  EXPECT_HERE(a.ndim());
  EXPECT_HERE(a.shape());
  EXPECT_HERE(a.halo());
  EXPECT_HERE(a.domain_shape());
  EXPECT_HERE(a.aligned_index());
  EXPECT_HERE(a.alignment());
  EXPECT_HERE(a.field());
  EXPECT_HERE(a.item<int>());
  EXPECT_HERE(a.storage());
  EXPECT_HERE(a + 1);
  EXPECT_HERE(array::sum(a));
}

TEST(ErrorLines, storesAndParts) {
  EXPECT_HERE(u[interior] = u(I + 1));
  EXPECT_HERE(u[{I(0, 9)}] = 1.0);
  EXPECT_HERE(u[K(1)] = 1.0);
  EXPECT_HERE(update({{u, u(I + 1)}}));
  EXPECT_HERE(update({{u[whole], u(I + 1)}}));
  EXPECT_HERE(u.at(K(1)));
  EXPECT_HERE(u.rel({9}));
  EXPECT_HERE(u.view(K(1)));
  EXPECT_HERE(u.slice({9}));
  EXPECT_HERE(u.transpose({1, 1}));
  EXPECT_HERE(u.item<double>({9, 9}));
  EXPECT_HERE(u.item<double>());
  EXPECT_HERE(u.read<float>());
  EXPECT_HERE(u.setHalo({{K, 1}}));
  EXPECT_HERE(u.set({9}, 1.0));
  EXPECT_HERE(fillHalo(u, periodic(K)));
  EXPECT_HERE(text << u[K(1)]);
}

TEST(ErrorLines, runtimes) {
  EXPECT_HERE(Runtime{{.threads = -1}});
  EXPECT_HERE(Runtime{{.tile = {0}}});
  Runtime runtime;
  EXPECT_HERE(runtime.preset("none"));
  EXPECT_HERE(runtime.wrap(static_cast<double *>(nullptr), {I(0, 1)}));
  EXPECT_HERE(Program::load("/nowhere"));
  EXPECT_HERE(detail::openCompiler({"/nowhere"}, SourceLine::here()));
}
