import { styleText } from 'node:util';
import type { DestinationStream } from 'pino';

type Line = Record<string, unknown> & { level: number; time: string; msg?: string };
type Colour = Parameters<typeof styleText>[0];

const LEVELS: readonly (readonly [from: number, name: string, colour: Colour])[] = [
  [50, 'error', 'red'],
  [40, 'warn ', 'yellow'],
  [30, 'info ', 'cyan'],
  [0, 'debug', 'gray'],
];
const HIDDEN = new Set(['level', 'time', 'msg', 'pid', 'err', 'requestId']);
const WENT_WELL_BELOW = 400;

/** Requests that went well would push the welcome, with its password, out of sight; debug shows them. */
const isRoutine = ({ level, msg, status }: Line): boolean =>
  level === 30 &&
  (msg === 'stream closed' ||
    ((msg === 'request' || msg === 'panel request') && Number(status) < WENT_WELL_BELOW));

/** One log line for a person: the local time, the level, the message and the other fields. */
const terminalLine = (line: Line, paint: typeof styleText): string => {
  const [, name, colour] = LEVELS.find(([from]) => line.level >= from) ?? [0, 'debug', 'gray'];
  const facts = Object.entries(line)
    .filter(([key, value]) => !HIDDEN.has(key) && value !== undefined && value !== null)
    .map(([key, value]) => `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`);
  const { message = '', code } = (line['err'] ?? {}) as { message?: string; code?: string };
  const error = message === '' ? '' : ` ${paint('red', code ? `${message} (${code})` : message)}`;
  const time = new Date(line.time).toTimeString().slice(0, 8);
  const head = `${paint('dim', time)} ${paint(colour, name)} ${line.msg ?? ''}`;
  return `${head}${error}${facts.length === 0 ? '' : ` ${paint('dim', facts.join(' '))}`}\n`;
};

/** Writes short lines for a person instead of JSON. Colours follow NO_COLOR and the terminal. */
export const terminalOutput = (level: string, out: NodeJS.WriteStream): DestinationStream => {
  const showsAll = level === 'debug' || level === 'trace';
  const paint: typeof styleText = (format, text) => styleText(format, text, { stream: out });
  return {
    write(text) {
      const line = JSON.parse(text) as Line;
      if (showsAll || !isRoutine(line)) out.write(terminalLine(line, paint));
    },
  };
};
