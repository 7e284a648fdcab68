import { addAbortSignal, type Readable } from 'node:stream';

const NEWLINE = 0x0a;
/** A longer line is passed on in parts: ingest refuses it for its length anyway. */
const HELD_BYTES_MAX = 2 * 1_024 * 1_024;

/** An abort ends the stream between two lines, so that stopping never cuts a command in half. */
export const wholeLines = (stream: Readable, signal: AbortSignal) => {
  let bytes = 0;
  async function* chunks(): AsyncGenerator<Uint8Array> {
    let held: Uint8Array[] = [];
    let heldBytes = 0;
    for await (const chunk of untilAborted(stream, signal)) {
      bytes += chunk.length;
      const end = chunk.lastIndexOf(NEWLINE) + 1;
      if (end > 0 || heldBytes + chunk.length > HELD_BYTES_MAX) {
        yield* held;
        if (end > 0) yield chunk.subarray(0, end);
        held = [];
        heldBytes = 0;
      }
      if (end < chunk.length) {
        held.push(chunk.subarray(end));
        heldBytes += chunk.length - end;
      }
    }
    if (!signal.aborted) yield* held;
  }
  return { chunks: chunks(), bytesRead: () => bytes };
};

/** Ends on abort even while it waits for bytes that may never come. */
async function* untilAborted(stream: Readable, signal: AbortSignal): AsyncGenerator<Buffer> {
  try {
    yield* addAbortSignal(signal, stream) as AsyncIterable<Buffer>;
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
