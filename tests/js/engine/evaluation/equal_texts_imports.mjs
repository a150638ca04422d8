// not-on-node: its code of equal texts forgets whom it was made for
// import() in a text imports for the script or module that has it evaluated, wherever that is in the end.
import { importFrom } from './folder/caller_FIXTURE.mjs';
const text = 'import("./named_FIXTURE.mjs").then((module) => module.name)';
const here = {
  direct: (text) => eval(text),
  indirect: (text) => (0, eval)(text),
  Function: (text) => Function('return ' + text)(),
  inside: (text) => (0, eval)(`(() => (0, eval)(${JSON.stringify(text)}))`)(),
};
asyncTest('the same text imports other modules in other places', async function () {
  for (let i = 0; i < 50; i++) {
    for (const way in here) {
      assertSame(await here[way](text), 'here', way);
      assertSame(await importFrom[way](text), 'in the folder', way);
    }
  }
});
asyncTest('import.meta and the top level of modules are not in reach', async function () {
  for (let i = 0; i < 3; i++) {
    for (const way in here) assertThrows(SyntaxError, () => here[way]('import.meta'));
  }
});
