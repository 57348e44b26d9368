# Tests of the project itself: layering of the sources, links of the libraries.
add_test(NAME project/layering
  COMMAND Python3::Interpreter "${PROJECT_SOURCE_DIR}/utils/check_layering.py" "${PROJECT_SOURCE_DIR}")
