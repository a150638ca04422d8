# The messages of the protocol are JSON: a library of headers, without exceptions.
find_path(NLOHMANN_JSON_INCLUDE_DIR nlohmann/json.hpp REQUIRED)
target_include_directories(halfword_${layer} SYSTEM ${kind} ${NLOHMANN_JSON_INCLUDE_DIR})
set_property(GLOBAL APPEND PROPERTY HALFWORD_NOTICES --file ${NLOHMANN_JSON_INCLUDE_DIR}/nlohmann/json.hpp)
