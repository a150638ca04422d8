// flags: --test262-host --timeout=400
// exit: 3
// expect-stderr: timeout
// timeout: 10
// A program that does nothing but start agents sees its deadline.
for (;;) $262.agent.start('for (;;);');
