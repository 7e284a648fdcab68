import { decodeBody } from '../http/api/client.ts';

/** One answer, parsed from the bytes of a connection. */
export interface WireAnswer {
  status: number;
  /** By name in lower case; the values of a repeated name are joined. */
  headers: Record<string, string>;
  /** The body without chunks, but with its content encoding. */
  bytes: Buffer;
  /** The decoded body. */
  text: string;
}

/** The answer is no HTTP. */
class NotHttpError extends Error {
  override name = 'NotHttpError';
}

const HEAD_END = '\r\n\r\n';
const STATUS_LINE = /^HTTP\/1\.1 (\d{3}) [ -~]*$/;
const HEADER_LINE = /^([!#$%&'*+.^_`|~\dA-Za-z-]+): ?([\t -~\u0080-\u00ff]*)$/;

/** Whether the answer is an event stream, which does not end. */
export const isStream = ({ headers }: Pick<WireAnswer, 'headers'>): boolean =>
  headers['content-type']?.startsWith('text/event-stream') === true;

/**
 * Parses the first answer; null while it is incomplete. `method` is the request's, since an answer to
 * HEAD has no body; `ended` says that nothing more will come.
 */
export const takeAnswer = (
  received: Buffer,
  { method, ended }: { method: string; ended: boolean },
): { answer: WireAnswer; rest: Buffer } | null => {
  const headEnd = received.indexOf(HEAD_END);
  if (headEnd < 0) {
    if (ended && received.length > 0) throw new NotHttpError(`half a head: ${show(received)}`);
    return null;
  }
  const { status, headers } = readHead(received.subarray(0, headEnd).toString('latin1'));
  const after = received.subarray(headEnd + HEAD_END.length);
  if (status === 100) return takeAnswer(after, { method, ended });
  const body = takeBody(after, { status, headers, method, ended });
  if (body === null) return null;
  const { bytes, rest } = body;
  return { answer: { status, headers, bytes, text: decodeBody(bytes, headers) }, rest };
};

const readHead = (head: string): Pick<WireAnswer, 'status' | 'headers'> => {
  const [first = '', ...lines] = head.split('\r\n');
  const status = STATUS_LINE.exec(first)?.[1];
  if (status === undefined) throw new NotHttpError(`no status line: ${first.slice(0, 200)}`);
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const [, name, value = ''] = HEADER_LINE.exec(line) ?? [];
    if (name === undefined) throw new NotHttpError(`no header: ${line.slice(0, 200)}`);
    const key = name.toLowerCase();
    headers[key] = key in headers ? `${headers[key]}, ${value}` : value;
  }
  return { status: Number(status), headers };
};

interface Framing extends Pick<WireAnswer, 'status' | 'headers'> {
  method: string;
  ended: boolean;
}

const takeBody = (
  after: Buffer,
  { status, headers, method, ended }: Framing,
): { bytes: Buffer; rest: Buffer } | null => {
  const length = headers['content-length'];
  const none = { bytes: Buffer.alloc(0), rest: after };
  if (status === 204 || status === 304 || method === 'HEAD') return none;
  if (headers['transfer-encoding'] === 'chunked') {
    if (length !== undefined) throw new NotHttpError('both chunks and a length');
    return takeChunks(after, ended);
  }
  if (length !== undefined) {
    const size = Number(length);
    if (after.length >= size) return { bytes: after.subarray(0, size), rest: after.subarray(size) };
    if (ended) throw new NotHttpError(`${after.length} of ${size} bytes of a body`);
    return null;
  }
  if (isStream({ headers }) && after.includes('\n\n')) return { bytes: after, rest: none.bytes };
  return ended ? { bytes: after, rest: none.bytes } : null;
};

const takeChunks = (after: Buffer, ended: boolean): { bytes: Buffer; rest: Buffer } | null => {
  const pieces: Buffer[] = [];
  let at = 0;
  for (;;) {
    const lineEnd = after.indexOf('\r\n', at);
    const size =
      lineEnd < 0 ? Number.NaN : Number.parseInt(after.toString('latin1', at, lineEnd), 16);
    const end = lineEnd + 2 + size;
    if (lineEnd < 0 || after.length < end + 2) {
      if (ended) throw new NotHttpError('a body that breaks off');
      return null;
    }
    if (Number.isNaN(size)) throw new NotHttpError('a chunk without a size');
    if (size === 0) return { bytes: Buffer.concat(pieces), rest: after.subarray(end + 2) };
    pieces.push(after.subarray(lineEnd + 2, end));
    at = end + 2;
  }
};

const show = (bytes: Buffer): string => JSON.stringify(bytes.toString('latin1', 0, 200));
