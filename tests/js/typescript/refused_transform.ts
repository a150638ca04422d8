// flags: --transform-types
// exit: 2
// no-harness:
// expect-stderr: SyntaxError: Enum member must have initializer.
// expect-stderr: refused_transform.ts:8:3
enum E {
  A = Math.random(),
  B,
}
