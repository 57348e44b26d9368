# Tests of the project itself, each a script of utils/: they print a line a
# violation.
set(checks "${PROJECT_SOURCE_DIR}/utils")
function(add_project_test name)
  add_test(NAME "project/${name}" COMMAND ${ARGN})
endfunction()

add_project_test(layering Python3::Interpreter "${checks}/check_layering.py" "${PROJECT_SOURCE_DIR}")
add_project_test(links Python3::Interpreter "${checks}/check_links.py" "${PROJECT_BINARY_DIR}")
add_project_test(headers Python3::Interpreter "${checks}/check_headers.py" "${PROJECT_SOURCE_DIR}" "${PROJECT_BINARY_DIR}")
add_project_test(without-tools Python3::Interpreter "${checks}/check_without_tools.py" "${PROJECT_SOURCE_DIR}")
add_project_test(docs Python3::Interpreter "${checks}/generate_docs.py" --check "${PROJECT_SOURCE_DIR}" "${PROJECT_BINARY_DIR}")
add_project_test(pages Python3::Interpreter "${checks}/fill_pages.py" --check "${PROJECT_SOURCE_DIR}" "${PROJECT_BINARY_DIR}")
add_project_test(page-links Python3::Interpreter "${checks}/check_pages.py" "${PROJECT_SOURCE_DIR}")
add_project_test(conformance-items Python3::Interpreter "${checks}/conformance.py" "${PROJECT_SOURCE_DIR}" --items)
add_project_test(format "${checks}/format.sh" --check)
if(CMAKE_GENERATOR STREQUAL "Ninja")
  add_project_test(packages Python3::Interpreter "${checks}/check_packages.py" "${PROJECT_SOURCE_DIR}" "${PROJECT_BINARY_DIR}")
endif()
