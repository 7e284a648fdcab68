import { createHash } from 'node:crypto';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

/** Beyond it, a delivery is no longer a file that somebody opens. */
const FILE_BYTES_MAX = 512 * 1_024 * 1_024;

export class FileTooLarge extends Error {
  override name = 'FileTooLarge';
}

export interface MadeFile extends AsyncDisposable {
  bytes: number;
  sha256: string;
  stream(): Readable;
  read(): Promise<Buffer>;
}

/** A whole file before its first byte leaves. It has no name any more, so that a process that dies leaves nothing behind. */
export const spool = async (
  pieces: AsyncIterable<Uint8Array>,
  folder: string,
): Promise<MadeFile> => {
  const own = await mkdtemp(join(folder, 'comanda-envio-'));
  const handle = await open(join(own, 'archivo'), 'wx+', 0o600);
  try {
    await rm(own, { recursive: true });
    const hash = createHash('sha256');
    let bytes = 0;
    for await (const piece of pieces) {
      bytes += piece.length;
      if (bytes > FILE_BYTES_MAX) throw new FileTooLarge(`more than ${FILE_BYTES_MAX} bytes`);
      hash.update(piece);
      await handle.appendFile(piece);
    }
    return {
      bytes,
      sha256: hash.digest('hex'),
      stream: () => handle.createReadStream({ start: 0, autoClose: false }),
      async read() {
        const whole = Buffer.alloc(bytes);
        await handle.read(whole, 0, bytes, 0);
        return whole;
      },
      [Symbol.asyncDispose]: () => handle.close(),
    };
  } catch (error) {
    await handle.close();
    throw error;
  }
};
