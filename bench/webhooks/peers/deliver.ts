import { createHmac } from 'node:crypto';
import { Pool } from 'undici';

/** One delivery, as anybody would write it: signed, sent, read to its end, and an error if it failed. */
export const makeDeliver = (url: string, concurrency: number) => {
  const { origin, pathname } = new URL(url);
  const pool = new Pool(origin, { connections: concurrency });
  return async (id: string, body: string): Promise<void> => {
    const { statusCode, body: answer } = await pool.request({
      method: 'POST',
      path: pathname,
      headers: {
        'content-type': 'application/json',
        'x-svc-id': id,
        'x-svc-firma': createHmac('sha256', 'secret').update(body).digest('hex'),
      },
      body,
    });
    await answer.dump();
    if (statusCode >= 300) throw new Error(`answered ${statusCode}`);
  };
};
