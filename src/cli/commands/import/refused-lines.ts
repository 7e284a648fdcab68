import { makeLineSplitter, TOO_LONG, trimLine } from '../../../ingest/lines.ts';

/** As long as `ingest` takes them: of a longer line only the refusal is kept. */
const LINE_BYTES_MAX = 1_024 * 1_024;
const NEWLINE = Buffer.from('\n');
/** `ingest` refuses it for its length alone. */
const TOO_LONG_LINE = Buffer.alloc(LINE_BYTES_MAX + 1, ' ');

export interface Refusal {
  linea: number;
  codigo: string;
  error: string;
  ruta?: string | undefined;
}

/**
 * Passes lines on and keeps each until it is answered. A line that an earlier import has refused is passed on without the
 * refusal that was written into it.
 */
export const keepLines = (chunks: AsyncIterable<Uint8Array>) => {
  const splitter = makeLineSplitter(LINE_BYTES_MAX);
  const waiting = new Map<number, Buffer>();
  let read = 0;
  let forgotten = 0;

  const take = (line: Buffer | typeof TOO_LONG): Buffer => {
    const whole = line === TOO_LONG ? TOO_LONG_LINE : withoutRefusal(Buffer.from(line));
    read += 1;
    waiting.set(read, whole);
    return whole;
  };

  async function* lines(): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      splitter.feed(chunk);
      const passed: Buffer[] = [];
      for (let line = splitter.next(); line !== null; line = splitter.next()) {
        passed.push(take(line), NEWLINE);
      }
      if (passed.length > 0) yield Buffer.concat(passed);
    }
    const last = splitter.end();
    if (last !== null) yield take(last);
  }

  return {
    lines: lines(),
    /** A line that waits; null if it was too long to be kept. */
    get(linea: number): Buffer | null {
      const line = waiting.get(linea);
      return line === undefined || line === TOO_LONG_LINE ? null : line;
    },
    forgetUntil(linea: number): void {
      for (; forgotten < linea; forgotten += 1) waiting.delete(forgotten + 1);
    },
  };
};

/** The command with its refusal in front, or else the text that is none: either can be edited and imported again. */
export const refusedLine = (line: Buffer | null, refusal: Refusal): string => {
  const rechazo = `{"rechazo":${JSON.stringify(refusal)}`;
  if (line === null) return `${rechazo}}\n`;
  const text = trimLine(line, refusal.linea === 1).toString();
  if (!isObject(parse(text))) return `${rechazo},"texto":${JSON.stringify(text)}}\n`;
  const rest = text.slice(1).trimStart();
  return `${rechazo}${rest === '}' ? '' : ','}${rest}\n`;
};

const MARK = Buffer.from('"rechazo"');

const withoutRefusal = (line: Buffer): Buffer => {
  if (!line.includes(MARK)) return line;
  const value = parse(line.toString());
  if (!isObject(value) || !('rechazo' in value)) return line;
  const { rechazo, texto, ...comando } = value;
  return Buffer.from(
    typeof texto === 'string' ? texto.replaceAll('\n', ' ') : JSON.stringify(comando),
  );
};

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
