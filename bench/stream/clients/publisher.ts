import { once } from 'node:events';
import { connect } from 'node:net';
import { ORDER_MARK, type Publishing, RESTAURANT_MARK } from './protocol.ts';

/** Publishes events over one keep-alive connection without waiting for the answers. */
export const openPublisher = async (publishing: Publishing) => {
  const { kind, path, headers, template } = publishing;
  const socket = connect(publishing.port, '127.0.0.1').setNoDelay();
  await once(socket, 'connect');
  // A refused event would look like a lost one, so the text of the refusal is reported.
  socket.on('data', (bytes: Buffer) => {
    const isRefusal = /HTTP\/1\.1 [45]|"ok":false/.test(bytes.toString('latin1'));
    if (isRefusal) socket.destroy(new Error(bytes.toString().slice(0, 500)));
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
