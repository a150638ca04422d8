# temporal_rs, a Rust library, does the arithmetic. Cargo builds its C interface into one archive for all presets: in its own
# folder, because nothing of it depends on how the engine is built. What it needs is locked in crate/Cargo.lock.
if(HALFWORD_TEMPORAL)
  set(HALFWORD_CARGO_TARGET ${CMAKE_SOURCE_DIR}/build/cargo CACHE PATH "Where cargo builds temporal_rs")
  set(crate ${CMAKE_CURRENT_SOURCE_DIR}/${layer}/crate)

  # The C++ headers are in the sources of temporal_capi.
  halfword_crate(${crate} temporal_capi headers "-DHALFWORD_TEMPORAL=OFF builds without temporal_rs")
  string(APPEND headers /bindings/cpp)

  # Rust's archive defines floor, fmod and much else that other libraries have too, or other Rust code in a program. It becomes
  # one object that shows temporal_rs_… and nothing else: so no linker takes anything else from it.
  if(NOT LLD OR NOT CMAKE_OBJCOPY)
    message(FATAL_ERROR "lld and objcopy are needed for temporal_rs; -DHALFWORD_TEMPORAL=OFF builds without it")
  endif()
  set(folder ${HALFWORD_CARGO_TARGET}/release)
  set(archive ${folder}/libhalfword_temporal.a)
  add_custom_command(OUTPUT ${archive}
    COMMAND ${CARGO} build --quiet --release --locked --manifest-path ${crate}/Cargo.toml
            --target-dir ${HALFWORD_CARGO_TARGET}
    COMMAND ${LLD} -r --undefined-glob=temporal_rs_* ${folder}/libhalfword_temporal_rs.a -o ${folder}/whole.o
    COMMAND ${CMAKE_OBJCOPY} --wildcard --keep-global-symbol=temporal_rs_* ${folder}/whole.o ${folder}/halfword_temporal.o
    COMMAND ${CMAKE_COMMAND} -E rm -f ${archive} ${folder}/whole.o
    COMMAND ${CMAKE_AR} rcs ${archive} ${folder}/halfword_temporal.o
    DEPENDS ${crate}/Cargo.toml ${crate}/Cargo.lock ${crate}/lib.rs
    COMMENT "Building temporal_rs" VERBATIM)
  add_custom_target(halfword_temporal_rs DEPENDS ${archive})
  add_dependencies(halfword_${layer} halfword_temporal_rs)
  target_include_directories(halfword_${layer} SYSTEM ${kind} ${headers})
  target_link_libraries(halfword_${layer} ${kind} ${archive})
  set_property(GLOBAL APPEND PROPERTY HALFWORD_NOTICES --rust --crate ${crate})
  set_property(GLOBAL PROPERTY HALFWORD_TEMPORAL_ARCHIVE ${archive})
endif()
