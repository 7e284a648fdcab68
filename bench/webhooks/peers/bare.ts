// A baseline: requests in a loop, nothing recorded.

import { Pool } from 'undici';
import { readSettings } from '../../support/script.ts';

const { url, concurrency, count, body } = readSettings<{
  url: string;
  concurrency: number;
  count: number;
  body: string;
}>();
const { origin, pathname } = new URL(url);
const pool = new Pool(origin, { connections: concurrency });
let left = count;

const loop = async (): Promise<void> => {
  while (left > 0) {
    left -= 1;
    const headers = { 'content-type': 'application/json', 'x-svc-id': `evt_${left}` };
    const answer = await pool.request({ method: 'POST', path: pathname, headers, body });
    await answer.body.dump();
  }
};
await Promise.all(Array.from({ length: concurrency }, loop));
