/** The memory of a piece moves to the other thread, unless others share it: small buffers come from a pool. */
export const transferListOf = (piece: Uint8Array): ArrayBuffer[] =>
  piece.byteLength > 0 && piece.byteLength === piece.buffer.byteLength
    ? [piece.buffer as ArrayBuffer]
    : [];
