/** What can be handed to another thread: the memory of a piece that has some for itself. Small buffers share a pool. */
export const ownMemory = (piece: Uint8Array): ArrayBuffer[] =>
  piece.byteLength > 0 && piece.byteLength === piece.buffer.byteLength
    ? [piece.buffer as ArrayBuffer]
    : [];
