import { nowMs } from '../clock.ts';
import { ApiError, getFile, type Query } from './http.ts';

const LINE_BREAK = 0x0a;
/** How often progress is told: a person cannot read faster. */
const TELL_MS = 200;

export interface Progress {
  bytes: number;
  /** How many line breaks there were. */
  lines: number;
}

/** Reads a whole file. The browser keeps a large Blob on disk, so that its size does not matter to the page. */
export const download = async (
  path: string,
  query: Query,
  signal: AbortSignal,
  onProgress: (progress: Progress) => void,
): Promise<Blob> => {
  const { body } = await getFile(path, query, signal);
  try {
    return await new Response(body?.pipeThrough(makeCounter(onProgress))).blob();
  } catch (error) {
    if (signal.aborted) throw error;
    // The last chunk is missing: the session has ended, or the connection or the server went away.
    throw new ApiError(0, 'exportacion_cortada', 'cortada');
  }
};

const makeCounter = (onProgress: (progress: Progress) => void) => {
  let [bytes, lines, toldMs] = [0, 0, 0];
  return new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(piece, out) {
      bytes += piece.length;
      for (let at = piece.indexOf(LINE_BREAK); at >= 0; at = piece.indexOf(LINE_BREAK, at + 1)) {
        lines += 1;
      }
      if (nowMs() - toldMs >= TELL_MS) {
        toldMs = nowMs();
        onProgress({ bytes, lines });
      }
      out.enqueue(piece);
    },
  });
};

/** Puts a file into the browser's downloads. */
export const save = (file: Blob, name: string): void => {
  const url = URL.createObjectURL(file);
  Object.assign(document.createElement('a'), { href: url, download: name }).click();
  // Not at once: Safari begins to read it later.
  setTimeout(() => URL.revokeObjectURL(url), SAVE_MS);
};
const SAVE_MS = 60_000;
