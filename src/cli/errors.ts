import { KeyFileError } from '../admin/key-file.ts';
import { type Description, EXIT, Failure, UsageError } from '../command-line/errors.ts';
import { messageOf, oneLine } from '../command-line/text.ts';
import { ConfigError } from '../config/values.ts';
import { StorageBusyError, StorageUnusableError } from '../storage/port/errors.ts';

const USAGE = [UsageError, ConfigError];
const EXPECTED = [...USAGE, Failure, KeyFileError, StorageUnusableError, StorageBusyError];

export const describeError = (error: unknown): Description => {
  const message = oneLine(messageOf(error));
  const isOneOf = (kinds: readonly (new (...given: never[]) => Error)[]) =>
    kinds.some((kind) => error instanceof kind);
  return {
    line: isOneOf(EXPECTED) ? message : `unexpected error: ${message} (LOG_LEVEL=debug shows more)`,
    code: isOneOf(USAGE) ? EXIT.usage : EXIT.failed,
  };
};
