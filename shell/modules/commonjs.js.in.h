// commonjs.js as text; made by the build.
constexpr char kCommonJsSource[] = R"commonjs(@HALFWORD_COMMONJS@)commonjs";
