/** The UTF-8 bytes of wire JSON: they go out as they came in. */
export type Body = Uint8Array;
