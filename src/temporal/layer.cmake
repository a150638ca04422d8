# temporal_rs, a Rust library, does the arithmetic. Cargo builds its C interface into one archive for all presets: in its own
# folder, because nothing of it depends on how the engine is built. What it needs is locked in crate/Cargo.lock.
if(HALFWORD_TEMPORAL)
  find_program(CARGO cargo REQUIRED DOC "temporal_rs needs cargo 1.86 or later, or -DHALFWORD_TEMPORAL=OFF")
  set(HALFWORD_CARGO_TARGET ${CMAKE_SOURCE_DIR}/build/cargo CACHE PATH "Where cargo builds temporal_rs")
  set(crate ${CMAKE_CURRENT_SOURCE_DIR}/${layer}/crate)

  # The C++ headers are in the sources of temporal_capi, which cargo fetches.
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${crate}/Cargo.lock ${crate}/Cargo.toml)
  file(SHA256 ${crate}/Cargo.lock lock)
  if(NOT HALFWORD_TEMPORAL_LOCK STREQUAL lock OR NOT EXISTS "${HALFWORD_TEMPORAL_HEADERS}")
    execute_process(COMMAND ${CARGO} metadata --locked --format-version 1 --manifest-path ${crate}/Cargo.toml
      OUTPUT_VARIABLE metadata ERROR_VARIABLE error RESULT_VARIABLE failed)
    string(REGEX MATCH "\"manifest_path\":\"([^\"]*/temporal_capi-[^\"/]*)/Cargo.toml\"" _ "${metadata}")
    if(failed OR NOT CMAKE_MATCH_1)
      message(FATAL_ERROR "cargo can't fetch temporal_rs; -DHALFWORD_TEMPORAL=OFF builds without it:\n${error}")
    endif()
    set(HALFWORD_TEMPORAL_HEADERS ${CMAKE_MATCH_1}/bindings/cpp CACHE INTERNAL "")
    set(HALFWORD_TEMPORAL_LOCK ${lock} CACHE INTERNAL "")
  endif()

  set(archive ${HALFWORD_CARGO_TARGET}/release/libhalfword_temporal_rs.a)
  add_custom_command(OUTPUT ${archive}
    COMMAND ${CARGO} build --quiet --release --locked --manifest-path ${crate}/Cargo.toml
            --target-dir ${HALFWORD_CARGO_TARGET}
    COMMAND ${CMAKE_COMMAND} -E touch ${archive}
    DEPENDS ${crate}/Cargo.toml ${crate}/Cargo.lock ${crate}/lib.rs
    COMMENT "Building temporal_rs" VERBATIM)
  add_custom_target(halfword_temporal_rs DEPENDS ${archive})
  add_dependencies(halfword_${layer} halfword_temporal_rs)
  target_include_directories(halfword_${layer} SYSTEM ${kind} ${HALFWORD_TEMPORAL_HEADERS})
  target_link_libraries(halfword_${layer} ${kind} ${archive})
  set_property(GLOBAL PROPERTY HALFWORD_TEMPORAL_ARCHIVE ${archive})
endif()
