/** The UTF-8 bytes of wire JSON: they go out as they came in. */
export type Body = Uint8Array;

/** Bytes that will be kept: a few lie in 64 KB that Node's buffers share, all of which they would keep alive. */
export const inOwnMemory = (bytes: Body): Body =>
  bytes.length === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes);

export const parseBody = <T>(body: Body): T => JSON.parse(Buffer.from(body).toString()) as T;

/** Parses bodies separated by commas, like those of a page. */
export const parseBodies = <T>(bodies: Body): T[] =>
  JSON.parse(`[${Buffer.from(bodies).toString()}]`) as T[];
