export const EXIT = { ok: 0, failed: 1, usage: 2 } as const;

export class UsageError extends Error {
  override name = 'UsageError';
}

/** An expected failure: its message is all that the user needs. */
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

/** How an error is reported: its line on stderr and the exit code. */
export interface Description {
  line: string;
  code: number;
}

/** The code that Node or the operating system gave the error; '' if there is none. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';
