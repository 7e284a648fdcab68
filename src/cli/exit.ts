/** What a script can tell from the exit code. */
export const EXIT = { ok: 0, failed: 1, usage: 2 } as const;

export const EXIT_CODES = [
  ['0', 'done'],
  ['1', 'failed: not found, database not usable, lines refused, …'],
  ['2', 'wrong usage or configuration: nothing was done'],
  ['130, 143', 'stopped by SIGINT, SIGTERM'],
] as const;

/** The command line is wrong: exit 2. The message is one line and says what is allowed. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** The command could not do what it was asked to: exit 1. The message is one line. */
export class Failure extends Error {
  override name = 'Failure';
}
