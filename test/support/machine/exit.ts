/**
 * Exits once the tests have reported. Node ends a process only after every request of its sockets, and where peers
 * were paused and killed it sometimes waits for one for ever, with a core at full load. The tests' results have been
 * reported by the second `beforeExit`. The pool's workers exit by themselves.
 */
export const exitAfterTests = (): void => {
  if (process.connected) return;
  let endings = 0;
  process.on('beforeExit', () => {
    endings += 1;
    if (endings > 1) process.exit();
    setImmediate(() => undefined);
  });
};
