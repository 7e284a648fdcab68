import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { comando } from '../../../support/samples.ts';
import { startService } from '../../../support/service.ts';
import {
  COMMANDS_HEAD,
  httpChunk,
  LAST_CHUNK,
  openSocket,
  readChunked,
} from '../../../support/wire.ts';

const service = await startService({ after });
await service.command(comando.guardarRestaurante());

const LINES_MAX = 200_000;
const LINES_PER_CHUNK = 64;

test('a client that does not read its answers is made to stop sending', async () => {
  const line = `{"op":"x"}${' '.repeat(1_013)}\n`;
  const lines = httpChunk(line.repeat(LINES_PER_CHUNK));
  const socket = await openSocket(service.privateUrl);
  socket.pause();
  socket.write(COMMANDS_HEAD);
  let sent = 0;
  let stuck = false;
  while (!stuck && sent < LINES_MAX) {
    const flushed = Promise.withResolvers<boolean>();
    socket.write(lines, () => flushed.resolve(true));
    const late = setTimeout(() => flushed.resolve(false), 1_000);
    stuck = !(await flushed.promise);
    clearTimeout(late);
    sent += LINES_PER_CHUNK;
  }
  assert.ok(stuck, `all ${LINES_MAX} lines went through with nobody reading`);

  // Once the client reads, everything flows again, in order.
  socket.write(LAST_CHUNK);
  const text = await readChunked(socket);
  const numbers = [...text.matchAll(/"linea":(\d+)/g)].map((match) => Number(match[1]));
  assert.equal(numbers.length, sent);
  assert.ok(numbers.every((linea, i) => linea === i + 1));
});
