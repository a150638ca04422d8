// flags: --test262-host --timeout=400
// exit: 3
// expect-stderr: timeout
// timeout: 10
// Agents that go on starting agents end with the program, and so do those.
$262.agent.start('for (;;) $262.agent.start("for (;;);");');
for (;;);
