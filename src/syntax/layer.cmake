# It holds native memory while a guest runs: destructors run where memory ends (platform/exhaustion.h).
set_source_files_properties(${sources} PROPERTIES COMPILE_OPTIONS -fexceptions)
