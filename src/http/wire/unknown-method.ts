import { Buffer } from 'node:buffer';
import { IncomingMessage, METHODS } from 'node:http';
import type { Socket } from 'node:net';

/** As much of a head as Node takes in of any other request. */
const HEAD_BYTES_MAX = 16 * 1_024;
const HEAD_END = '\r\n\r\n';
const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/;
const VERSION = /^HTTP\/1\.[01]$/;

/** What Node says of bytes that its parser refused. */
export interface ParseError {
  code?: string;
  reason?: string;
  rawPacket?: Buffer;
  bytesParsed?: number;
}

/**
 * Requests that Node's parser refuses for their method alone: it knows methods by name. It brings all that
 * follows on the connection in further errors, so a head may come in pieces; `onLate` is told of one that
 * is not whole in time.
 */
export const makeUnknownMethods = (waitMs: number, onLate: (socket: Socket) => void) => {
  /** The bytes of a head so far; null once the connection has got its last answer. */
  const heads = new WeakMap<Socket, Buffer | null>();

  /** The request; null if it is none, and `incomplete` if the rest of its head is still to come. */
  const read = (error: ParseError, socket: Socket): IncomingMessage | 'incomplete' | null => {
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
    // Parsed with every piece, a head that comes byte by byte would take seconds.
    if (known === undefined) {
      if (parseHead(head, socket) === null) return null;
      setTimeout(() => onLate(socket), waitMs).unref();
    }
    heads.set(socket, bytes);
    return 'incomplete';
  };

  return { read };
};

/** The parser knows RTSP's methods too, and refuses those only after the address: then the reason tells, not the code. */
const isOfMethod = ({ code, reason = '' }: ParseError): boolean =>
  code === 'HPE_INVALID_METHOD' || reason.includes('Invalid method');

const lineStart = (packet: Buffer, at: number): number =>
  packet.subarray(0, at).lastIndexOf('\n') + 1;

/** Its last line may be cut off. */
const parseHead = (head: string, socket: Socket): IncomingMessage | null => {
  const [requestLine = '', ...lines] = head.split('\r\n');
  // The line may begin with the end of an earlier request's body, right up to the method.
  const [behindBody = '', url = '', version = ''] = requestLine.split(' ').slice(-3);
  const method = behindBody.split(/[^\w-]/).at(-1) ?? '';
  if (method === '' || url === '' || !VERSION.test(version)) return null;
  // Node knows this method: the bytes before it were wrong. A request that is carried out needs a response object.
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
