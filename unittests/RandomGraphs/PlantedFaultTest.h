//===- PlantedFaultTest.h - The test that --fault asks for ------*- C++ -*-===//
#ifndef GTJIT_UNITTESTS_RANDOMGRAPHS_PLANTEDFAULTTEST_H
#define GTJIT_UNITTESTS_RANDOMGRAPHS_PLANTEDFAULTTEST_H

namespace gtjit::randomgraphs {

/// Registers the test for options().fault.
void registerPlantedFault();

} // namespace gtjit::randomgraphs

#endif // GTJIT_UNITTESTS_RANDOMGRAPHS_PLANTEDFAULTTEST_H
