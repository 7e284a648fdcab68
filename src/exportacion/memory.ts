/** The memory of a piece, where it has that for itself: small buffers share a pool. */
export const ownMemory = (piece: Uint8Array): ArrayBuffer[] =>
  piece.byteLength > 0 && piece.byteLength === piece.buffer.byteLength
    ? [piece.buffer as ArrayBuffer]
    : [];

/**
 * Frees a piece that nobody is going to read again. Left to the garbage collector, an export made it go
 * through the whole heap every 20 MB: half of the processor time, and pauses that everybody felt.
 */
export const release = (piece: Uint8Array): void => {
  for (const memory of ownMemory(piece)) memory.transfer(0);
};
