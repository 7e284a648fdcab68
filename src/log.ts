import { type DestinationStream, type Logger, pino } from 'pino';
import { codeOf } from './error-codes.ts';
import { terminalOutput } from './terminal-log.ts';

export type Log = Logger;

/** Callers pass ids, never a token, a key, a phone or an e-mail: what they pass is what is written. */
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

/** What waits for a full disk or a slow reader; beyond it, lines are lost. */
const WAITING_BYTES_MAX = 16 * 1_024 * 1_024;

/** One for the process, whose standard output it is. */
let lines: DestinationStream | undefined;

const standardOutput = (level: string): DestinationStream => {
  if (process.stdout.isTTY) return terminalOutput(level, process.stdout);
  lines ??= lineOutput();
  return lines;
};

/** JSON for machines: lines written while the last write is under way go together in the next one. */
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
  // At the end pino writes what waits, again and again until it is through: a full disk would keep the process for ever.
  process.prependListener('exit', () => {
    if (isRefused) output.destroy();
  });
  return output;
};

export const flushLog = (log: Log): Promise<void> =>
  new Promise((resolve) => {
    log.flush(() => resolve());
  });

/** A chosen few fields: database drivers hang the row, with its personal data, on their errors. */
const describeError = (error: unknown) => {
  if (!(error instanceof Error)) return { message: String(error) };
  const { name, message, stack } = error;
  return { name, message, code: codeOf(error) || undefined, stack };
};
