import { once } from 'node:events';
import { request } from 'node:http';
import type { BenchServer } from './server.ts';

export interface Sent {
  seconds: number;
  accepted: number;
  refused: number;
}

const CHUNK_BYTES = 64 * 1_024;

/** Sends command lines over one connection and waits for the last answer. */
export const sendCommands = async (
  server: BenchServer,
  chunks: Iterable<Buffer>,
  onProgress: () => void = () => {},
): Promise<Sent> => {
  const started = performance.now();
  const upload = request(`${server.privateUrl}/commands`, {
    method: 'POST',
    headers: { ...server.headers, 'content-type': 'application/x-ndjson' },
  });
  const answers = once(upload, 'response').then(([response]) => countAnswers(response));
  for (const chunk of chunks) {
    for (let at = 0; at < chunk.length; at += CHUNK_BYTES) {
      if (!upload.write(chunk.subarray(at, at + CHUNK_BYTES))) await once(upload, 'drain');
    }
    onProgress();
  }
  upload.end();
  return { ...(await answers), seconds: (performance.now() - started) / 1_000 };
};

const countAnswers = async (response: AsyncIterable<Buffer>) => {
  let accepted = 0;
  let refused = 0;
  let rest = '';
  for await (const chunk of response) {
    const lines = (rest + chunk.toString()).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (line.includes('"ok":true')) accepted += 1;
      else refused += 1;
    }
  }
  return { accepted, refused };
};
