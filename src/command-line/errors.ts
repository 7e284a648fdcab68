export const EXIT = { ok: 0, failed: 1, usage: 2 } as const;

export class UsageError extends Error {
  override name = 'UsageError';
}

/** Something that was to be expected: its message is all that the user needs. */
export class Failure extends Error {
  override name = 'Failure';
  readonly code: number;

  constructor(
    message: string,
    { code = EXIT.failed, ...options }: ErrorOptions & { code?: number } = {},
  ) {
    super(message, options);
    this.code = code;
  }
}

/** What is said of an error, on one line, and the exit code. */
export interface Description {
  line: string;
  code: number;
}
