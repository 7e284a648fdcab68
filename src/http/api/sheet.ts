import { Buffer } from 'node:buffer';
import type { Socket } from 'node:net';
import type { Body } from '../../storage/port/body.ts';

/** Most pages fit. Whatever is longer gets memory of its own. */
const SHEET_BYTES = 256 * 1_024;

/**
 * The one piece of memory into which answers are put together. Nearly always the system takes an answer
 * whole while it is being written, and the same memory serves for the next one: it stays in the
 * processor's cache, where new memory for each answer would be cold, and the collector's work.
 */
export const makeSheet = () => {
  let sheet = Buffer.allocUnsafeSlow(SHEET_BYTES);

  return {
    /**
     * Writes an answer; all of it has been copied when this returns. False when the client is slower
     * than we are.
     */
    write(socket: Socket, head: string, pieces: readonly (string | Body)[]): boolean {
      let size = head.length;
      for (const piece of pieces) size += piece.length;
      const whole = size <= SHEET_BYTES ? sheet : Buffer.allocUnsafeSlow(size);
      let at = whole.write(head, 'latin1');
      for (const piece of pieces) {
        if (typeof piece === 'string') at += whole.write(piece, at, 'latin1');
        else {
          whole.set(piece, at);
          at += piece.length;
        }
      }
      const flushed = socket.write(whole.subarray(0, size));
      // Some of it waits in the socket: it is the socket's now.
      if (socket.writableLength > 0 && whole === sheet) sheet = Buffer.allocUnsafeSlow(SHEET_BYTES);
      return flushed;
    },
  };
};
