import {
  type Description,
  EXIT,
  Failure,
  messageOf,
  oneLine,
  UsageError,
} from '@comanda/command-line';
import { KeyFileError } from '../admin/keys/key-file.ts';
import { ConfigError } from '../config/values.ts';
import { StorageBusyError, StorageUnusableError } from '../storage/port/errors.ts';

const USAGE = [UsageError, ConfigError];
const EXPECTED = [...USAGE, Failure, KeyFileError, StorageUnusableError, StorageBusyError];

type Kinds = readonly (new (...given: never[]) => Error)[];
const isOneOf = (kinds: Kinds, error: unknown): boolean =>
  kinds.some((kind) => error instanceof kind);

export const describeError = (error: unknown): Description => {
  const message = oneLine(messageOf(error));
  const isExpected = isOneOf(EXPECTED, error);
  return {
    line: isExpected ? message : `unexpected error: ${message} (LOG_LEVEL=debug shows more)`,
    code: exitCodeOf(error),
  };
};

const exitCodeOf = (error: unknown): number => {
  if (isOneOf(USAGE, error)) return EXIT.usage;
  return error instanceof Failure ? error.code : EXIT.failed;
};
