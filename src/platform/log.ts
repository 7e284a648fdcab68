import { type DestinationStream, type Logger, pino } from 'pino';
import { codeOf } from './error-codes.ts';
import { terminalOutput } from './terminal-log.ts';

export type Log = Logger;

/** The log writes whatever callers pass: they pass ids, never a token, a key, a phone or an e-mail. */
export const makeLog = (level: string, destination = standardOutput(level)): Log =>
  pino(
    {
      level,
      base: { pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: describeError },
    },
    destination,
  );

/** Lines buffered while the disk is full or the reader slow; beyond this, lines are lost. */
const WAITING_BYTES_MAX = 16 * 1_024 * 1_024;

/** One destination for all logs of the process: they share its standard output. */
let sharedOutput: DestinationStream | undefined;

const standardOutput = (level: string): DestinationStream => {
  if (process.stdout.isTTY) return terminalOutput(level, process.stdout);
  sharedOutput ??= lineOutput();
  return sharedOutput;
};

/** JSON for machines. Lines that arrive while a write is under way go out together in the next one. */
const lineOutput = (): DestinationStream => {
  const output = pino.destination({ fd: 1, sync: false, maxLength: WAITING_BYTES_MAX });
  let isRefused = false;
  // Without a listener, a full disk would end the service. The next line tries again.
  output.on('error', () => {
    isRefused = true;
  });
  output.on('write', () => {
    isRefused = false;
  });
  // On exit pino retries the buffered lines until they are written: a full disk would keep the process alive for ever.
  process.prependListener('exit', () => {
    if (isRefused) output.destroy();
  });
  return output;
};

export const flushLog = (log: Log): Promise<void> =>
  new Promise((resolve) => {
    log.flush(() => resolve());
  });

/** Copies a few chosen fields: database drivers attach the row, with its personal data, to their errors. */
const describeError = (error: unknown) => {
  if (!(error instanceof Error)) return { message: String(error) };
  const { name, message, stack } = error;
  return { name, message, code: codeOf(error) || undefined, stack };
};
