import { KeyFileError } from '../admin/key-file.ts';
import { ConfigError } from '../config/values.ts';
import { StorageBusyError, StorageUnusableError } from '../storage/port/errors.ts';

export const EXIT = { ok: 0, failed: 1, usage: 2 } as const;

export const EXIT_CODES = [
  ['0', 'done'],
  ['1', 'failed: not found, database not usable, lines refused, …'],
  ['2', 'wrong usage or configuration: nothing was done'],
  ['130, 143', 'stopped by SIGINT, SIGTERM'],
] as const;

export class UsageError extends Error {
  override name = 'UsageError';
}

export class Failure extends Error {
  override name = 'Failure';
}

const USAGE = [UsageError, ConfigError];
const EXPECTED = [...USAGE, Failure, KeyFileError, StorageUnusableError, StorageBusyError];

export const describeError = (error: unknown): { line: string; code: number } => {
  const message = error instanceof Error ? error.message || error.name : String(error);
  const line = message.replaceAll(/\s*\n\s*/g, ' ');
  const isOneOf = (kinds: typeof EXPECTED) => kinds.some((kind) => error instanceof kind);
  return {
    line: isOneOf(EXPECTED) ? line : `unexpected error: ${line} (LOG_LEVEL=debug shows more)`,
    code: isOneOf(USAGE) ? EXIT.usage : EXIT.failed,
  };
};
