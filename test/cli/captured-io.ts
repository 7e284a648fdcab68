import { PassThrough, Readable } from 'node:stream';
import type { Io } from '@comanda/command-line';

/** An `Io` for a command in this process that keeps its output; it is not a terminal. */
export const captureIo = (input: string | Uint8Array = '') => {
  const said = { out: '', err: '' };
  const io: Io = {
    stdin: Readable.from([Buffer.from(input)]),
    stdout: new PassThrough(),
    out(line) {
      said.out += `${line}\n`;
    },
    err(line) {
      said.err += `${line}\n`;
    },
    draw(text) {
      said.err += text;
    },
    columns: () => null,
    width: () => null,
    confirm: async () => null,
  };
  return { said, io };
};
