export const importFrom = {
  direct: (text) => eval(text),
  indirect: (text) => (0, eval)(text),
  Function: (text) => Function('return ' + text)(),
  inside: (text) => (0, eval)(`(() => (0, eval)(${JSON.stringify(text)}))`)(),
};
