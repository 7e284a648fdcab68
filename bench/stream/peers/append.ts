// The least that makes nchan durable: appends each event to a file, flushes it and then passes it on. Events that
// arrive during a flush share the next one, like ours.

import { closeSync, fdatasync, openSync, rmSync, writeSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { listen, readSettings } from '../../support/script.ts';

const { port, file } = readSettings<{ port: number; file: string }>();
const flush = promisify(fdatasync);
const log = openSync(file, 'a');
const nchan = connect(port, '127.0.0.1').setNoDelay();
nchan.resume();

interface Waiting {
  path: string;
  body: Buffer;
  response: ServerResponse;
}
let waiting: Waiting[] = [];
let isFlushing = false;

const work = async (): Promise<void> => {
  if (isFlushing) return;
  isFlushing = true;
  while (waiting.length > 0) {
    const batch = waiting;
    waiting = [];
    writeSync(log, Buffer.concat(batch.map(({ body }) => body)));
    await flush(log);
    for (const { path, body, response } of batch) {
      nchan.write(
        Buffer.concat([
          Buffer.from(
            `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\nContent-Length: ${body.length}\r\n\r\n`,
          ),
          body,
        ]),
      );
      response.writeHead(202).end();
    }
  }
  isFlushing = false;
};

const server = createServer(async (request, response) => {
  waiting.push({ path: request.url ?? '', body: await buffer(request), response });
  void work();
});
process.once('exit', () => {
  closeSync(log);
  rmSync(file, { force: true });
});
listen(server);
