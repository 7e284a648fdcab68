/** Moves the memory of a piece to the other thread, unless it is shared: small buffers come from Node's pool. */
export const transferListOf = (piece: Uint8Array): ArrayBuffer[] =>
  piece.byteLength > 0 && piece.byteLength === piece.buffer.byteLength
    ? [piece.buffer as ArrayBuffer]
    : [];
