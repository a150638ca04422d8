# Its locks are released where memory ends (platform/exhaustion.h).
set_source_files_properties(${sources} PROPERTIES COMPILE_OPTIONS -fexceptions)
