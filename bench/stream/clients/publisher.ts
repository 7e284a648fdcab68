import { once } from 'node:events';
import { connect } from 'node:net';
import { ORDER_MARK, type Publishing, RESTAURANT_MARK } from './protocol.ts';

/** What every answer has in it once. */
const ANSWERED = { lines: '"ok":true', posts: 'HTTP/1.1 2' } as const;

/**
 * One kept-alive connection; events go in one after the other without waiting for the answers.
 * `onAnswer` is called for each that the server has taken.
 */
export const openPublisher = async (publishing: Publishing, onAnswer: () => void = () => {}) => {
  const { kind, path, headers, template } = publishing;
  const socket = connect(publishing.port, '127.0.0.1').setNoDelay();
  await once(socket, 'connect');
  let tail = '';
  // A refusal would show as an event that never arrives; its text says why.
  socket.on('data', (bytes: Buffer) => {
    const refusal = /HTTP\/1\.1 [45]|"ok":false/.exec(bytes.toString('latin1'));
    if (refusal !== null) socket.destroy(new Error(bytes.toString().slice(0, 500)));
    const parts = (tail + bytes.toString('latin1')).split(ANSWERED[kind]);
    tail = parts.at(-1)?.slice(-ANSWERED[kind].length) ?? '';
    for (let i = 1; i < parts.length; i += 1) onAnswer();
  });
  socket.on('error', (error) => {
    process.stderr.write(`bench: publishing failed: ${error.message}\n`);
  });
  const named = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = (place: string, body: string) =>
    `POST ${place} HTTP/1.1\r\nHost: localhost\r\n${named.join('')}${body}\r\n\r\n`;
  const fill = (text: string, restaurant: number) =>
    text.replaceAll(RESTAURANT_MARK, `rest_bench_${restaurant}`);
  if (kind === 'lines') socket.write(head(path, 'Transfer-Encoding: chunked'));

  return {
    publish(restaurant: number, order: number): void {
      const number = String(order).padStart(ORDER_MARK.length, '0');
      const body = Buffer.from(fill(template, restaurant).replace(ORDER_MARK, number));
      const before =
        kind === 'lines'
          ? `${body.length.toString(16)}\r\n`
          : head(fill(path, restaurant), `Content-Length: ${body.length}`);
      const after = kind === 'lines' ? '\r\n' : '';
      socket.write(Buffer.concat([Buffer.from(before), body, Buffer.from(after)]));
    },
    close(): void {
      socket.end(kind === 'lines' ? '0\r\n\r\n' : '');
    },
  };
};
