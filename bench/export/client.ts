// Reads exports as fast as they come, in a process of its own.

import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { LoadRequest } from '../rest/wrk.ts';
import { answerCalls } from '../support/script.ts';

const api = {
  /** Seconds from the request to the last byte. The bytes are discarded unless there is a file. */
  async read({ path, headers }: LoadRequest, file = '/dev/null') {
    const startedMs = performance.now();
    const [response] = (await once(get(path, { headers }), 'response')) as [IncomingMessage];
    if (response.statusCode !== 200) throw new Error(`${path} answered ${response.statusCode}`);
    let bytes = 0;
    response.on('data', (piece: Buffer) => {
      bytes += piece.length;
    });
    await pipeline(response, createWriteStream(file));
    return { seconds: (performance.now() - startedMs) / 1_000, bytes };
  },
};

export type ClientApi = typeof api;
answerCalls(api);
