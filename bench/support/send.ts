import { once } from 'node:events';
import { request } from 'node:http';
import type { BenchServer } from './server.ts';

const CHUNK_BYTES = 64 * 1_024;

/** Sends command lines over one connection, each of which has to be accepted; gives the seconds until the last answer. */
export const sendCommands = async (server: BenchServer, lines: Buffer): Promise<number> => {
  const started = performance.now();
  const upload = request(`${server.privateUrl}/commands`, {
    method: 'POST',
    headers: { ...server.headers, 'content-type': 'application/x-ndjson' },
  });
  const answered = once(upload, 'response').then(([response]) => checkAnswers(response));
  for (let at = 0; at < lines.length; at += CHUNK_BYTES) {
    if (!upload.write(lines.subarray(at, at + CHUNK_BYTES))) await once(upload, 'drain');
  }
  upload.end();
  await answered;
  return (performance.now() - started) / 1_000;
};

const checkAnswers = async (response: AsyncIterable<Buffer>): Promise<void> => {
  let rest = '';
  for await (const chunk of response) {
    const lines = (rest + chunk.toString()).split('\n');
    rest = lines.pop() ?? '';
    const refusal = lines.find((line) => !line.includes('"ok":true'));
    if (refusal !== undefined) throw new Error(`a command was refused: ${refusal}`);
  }
};
