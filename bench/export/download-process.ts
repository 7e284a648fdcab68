import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { answerCalls } from '../support/script.ts';

const api = {
  /** Seconds from the request to the last byte. */
  async download(url: string, headers: Readonly<Record<string, string>>, file: string) {
    const startedMs = performance.now();
    const [response] = (await once(get(url, { headers }), 'response')) as [IncomingMessage];
    if (response.statusCode !== 200) throw new Error(`${url} answered ${response.statusCode}`);
    let bytes = 0;
    response.on('data', (piece: Buffer) => {
      bytes += piece.length;
    });
    await pipeline(response, createWriteStream(file));
    return { seconds: (performance.now() - startedMs) / 1_000, bytes };
  },
};

export type DownloadApi = typeof api;
answerCalls(api);
