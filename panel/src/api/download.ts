import { MINUTE_MS, nowMs } from '../clock.ts';
import { ApiError, getFile } from './http.ts';

const LINE_BREAK = 0x0a;
/** How often progress is reported: a person cannot read faster. */
const TELL_MS = 200;
const SAVE_MS = MINUTE_MS;

export interface Progress {
  bytes: number;
  /** How many line breaks there were. */
  lines: number;
}

/** Not every browser has it, nor any over plain http. */
type SavePicker = (options: { suggestedName: string }) => Promise<FileSystemFileHandle>;
const picker = (): SavePicker | undefined =>
  (window as { showSaveFilePicker?: SavePicker }).showSaveFilePicker;

export const canChooseFile = (): boolean => picker() !== undefined;

/** Asks where to save; null if the person cancels. */
export const chooseFile = async (suggestedName: string): Promise<FileSystemFileHandle | null> => {
  try {
    return (await picker()?.({ suggestedName })) ?? null;
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return null;
    throw error;
  }
};

/**
 * Saves a file once all of it has arrived. It is gathered in memory or, with a `target`, on disk, where the browser
 * discards it if the rest does not follow.
 */
export const download = async (
  { url, name, target }: { url: string; name: string; target: FileSystemFileHandle | null },
  signal: AbortSignal,
  onProgress: (progress: Progress) => void,
): Promise<void> => {
  const { body } = await getFile(url, signal);
  const pieces = (body ?? new Blob().stream()).pipeThrough(makeCounter(onProgress));
  try {
    if (target !== null) await pieces.pipeTo(await target.createWritable(), { signal });
    else save(await new Response(pieces).blob(), name);
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

export const save = (file: Blob, name: string): void => {
  const url = URL.createObjectURL(file);
  follow(url, name);
  // Delayed, because Safari begins to read it later.
  setTimeout(() => URL.revokeObjectURL(url), SAVE_MS);
};

/** Leaves a download to the browser, which shows its progress itself. */
export const follow = (url: string, name: string): void =>
  Object.assign(document.createElement('a'), { href: url, download: name }).click();
