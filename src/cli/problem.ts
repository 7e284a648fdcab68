import { KeptKeyError } from '../admin/kept-key.ts';
import { ConfigError } from '../config/config.ts';
import { StorageBusyError, StorageUnusableError } from '../storage/port/errors.ts';
import { EXIT, Failure, UsageError } from './exit.ts';

const EXPECTED = [
  ConfigError,
  UsageError,
  Failure,
  KeptKeyError,
  StorageUnusableError,
  StorageBusyError,
];

/** An error as the operator sees it: one line, and the exit code that goes with it. */
export const problemOf = (error: unknown): { line: string; code: number } => {
  const message = messageOf(error).replaceAll(/\s*\n\s*/g, ' ');
  const isUsage = error instanceof UsageError || error instanceof ConfigError;
  const isExpected = EXPECTED.some((kind) => error instanceof kind);
  return {
    line: isExpected ? message : `unexpected error: ${message} (LOG_LEVEL=debug shows more)`,
    code: isUsage ? EXIT.usage : EXIT.failed,
  };
};

const messageOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  return error.message === '' ? error.name : error.message;
};
