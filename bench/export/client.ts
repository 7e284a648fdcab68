// Reads exports as fast as they come, or pages at a fixed rate, in a process of its own.

import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { LoadRequest } from '../rest/wrk.ts';
import { answerCalls } from '../support/script.ts';

let timer: NodeJS.Timeout | undefined;
let answers: Promise<{ seconds: number }>[] = [];

const api = {
  /** From the request to the last byte, which go nowhere unless there is a file. */
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
  /** Asks for one after the other, whether or not those before are answered. */
  begin(requests: LoadRequest[], pauseMs: number): void {
    answers = [];
    timer = setInterval(() => {
      const request = requests.shift();
      if (request !== undefined) answers.push(api.read(request));
    }, pauseMs);
  },
  /** The milliseconds of each answer. */
  async end(): Promise<number[]> {
    clearInterval(timer);
    return (await Promise.all(answers)).map(({ seconds }) => seconds * 1_000);
  },
};

export type ClientApi = typeof api;
answerCalls(api);
