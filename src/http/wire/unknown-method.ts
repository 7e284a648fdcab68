import { Buffer } from 'node:buffer';
import { IncomingMessage, METHODS } from 'node:http';
import type { Socket } from 'node:net';

/** Node's own limit on the head of a request. */
const HEAD_BYTES_MAX = 16 * 1_024;
const HEAD_END = '\r\n\r\n';
const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/;
const VERSION = /^HTTP\/1\.[01]$/;

/** Node's error for bytes that its parser refused. */
export interface ParseError {
  code?: string;
  reason?: string;
  rawPacket?: Buffer;
  bytesParsed?: number;
}

/**
 * Makes the reader of requests that Node's parser refuses for their method alone, because it knows methods by name. The
 * parser reports the later bytes of the connection as further errors, so a head may come in pieces; `onLate`
 * gets the connection of a head that is not complete in time.
 */
export const makeReadUnknownMethod = (waitMs: number, onLate: (socket: Socket) => void) => {
  /** The bytes of a head so far; null once the connection has got its last answer. */
  const heads = new WeakMap<Socket, Buffer | null>();

  /** The request; null if the bytes are none, and `incomplete` if the rest of the head is still to come. */
  return (error: ParseError, socket: Socket): IncomingMessage | 'incomplete' | null => {
    const packet = error.rawPacket;
    const known = heads.get(socket);
    heads.set(socket, null);
    if (packet === undefined || known === null || !isOfMethod(error)) return null;
    const bytes =
      known === undefined
        ? packet.subarray(lineStart(packet, error.bytesParsed ?? 0))
        : Buffer.concat([known, packet]);
    const head = bytes.toString('latin1', 0, HEAD_BYTES_MAX);
    const end = head.indexOf(HEAD_END);
    if (end >= 0) return parseHead(head.slice(0, end), socket);
    if (bytes.length >= HEAD_BYTES_MAX) return null;
    // Only the first piece is parsed early: if every piece were, a head that comes byte by byte would take seconds.
    if (known === undefined) {
      if (parseHead(head, socket) === null) return null;
      setTimeout(() => onLate(socket), waitMs).unref();
    }
    heads.set(socket, bytes);
    return 'incomplete';
  };
};

/** Whether the method was refused. The parser refuses RTSP's methods only after the address: the reason tells then, not the code. */
const isOfMethod = ({ code, reason = '' }: ParseError): boolean =>
  code === 'HPE_INVALID_METHOD' || reason.includes('Invalid method');

const lineStart = (packet: Buffer, at: number): number =>
  packet.subarray(0, at).lastIndexOf('\n') + 1;

/** Parses a head, whose last line may be cut off. */
const parseHead = (head: string, socket: Socket): IncomingMessage | null => {
  const [requestLine = '', ...lines] = head.split('\r\n');
  // The line may begin with the end of an earlier request's body, right up to the method.
  const [behindBody = '', url = '', version = ''] = requestLine.split(' ').slice(-3);
  const method = behindBody.split(/[^\w-]/).at(-1) ?? '';
  if (method === '' || url === '' || !VERSION.test(version)) return null;
  // Node knows this method, so the bytes before it were wrong. Carrying the request out would need a response object.
  if (METHODS.includes(method)) return null;
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const at = line.indexOf(':');
    const name = line.slice(0, Math.max(0, at)).toLowerCase();
    if (TOKEN.test(name)) headers[name] ??= line.slice(at + 1).trim();
  }
  const httpVersion = version.slice('HTTP/'.length);
  return Object.assign(new IncomingMessage(socket), { method, url, httpVersion, headers });
};
