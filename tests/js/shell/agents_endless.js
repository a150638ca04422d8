// flags: --test262-host
// Agents that wait or run for ever end with the program.
const agent = $262.agent;
test('agents may be busy when the program ends', () => {
  agent.start('$262.agent.receiveBroadcast((buffer) => { Atomics.wait(new Int32Array(buffer), 0, 0); });');
  agent.start('for (;;);');
  agent.start('$262.agent.sleep(1e9);');
  agent.start('$262.agent.receiveBroadcast(() => {});');
});
