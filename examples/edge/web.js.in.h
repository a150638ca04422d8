// web.js as a string; made by the build.
constexpr char kPrelude[] = R"prelude(@HALFWORD_EDGE_PRELUDE@)prelude";
