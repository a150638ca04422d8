// exit: 2
// no-harness:
// expect-stderr: SyntaxError: This syntax is not allowed when 'erasableSyntaxOnly' is enabled.
// expect-stderr: refused_enum.ts:6:12

const enum Direction { Up, Down }
