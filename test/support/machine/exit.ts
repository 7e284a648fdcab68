/**
 * Node ends a process only after every request of its sockets. Where peers were paused and killed it sometimes waits
 * for one for ever, with a core at full load. This exits instead: by the second time that nothing is left to do, the
 * tests' results have been reported. The pool's workers exit by themselves.
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
