import { createHmac } from 'node:crypto';
import { Pool } from 'undici';

const SECRET = Buffer.alloc(32, 7);
const SECRET_TEXT = SECRET.toString('hex');
const KEPT_CHARS = 4_096;
const DEADLINE_MS = 15_000;

/**
 * An ordinary delivery: signed in both ways, with a timeout, and with its answer read. Gives what ours records as well.
 */
export const makeDeliver = (url: string, concurrency: number) => {
  const { origin, pathname } = new URL(url);
  const pool = new Pool(origin, { connections: concurrency });
  return async (id: string, body: string) => {
    const startedMs = performance.now();
    const seconds = String(Math.floor(Date.now() / 1_000));
    const signed = `${id}.${seconds}.${body}`;
    const { statusCode, body: answer } = await pool.request({
      method: 'POST',
      path: pathname,
      headers: {
        'content-type': 'application/json',
        'x-svc-id': id,
        'x-svc-firma': createHmac('sha256', SECRET_TEXT).update(body).digest('hex'),
        'webhook-id': id,
        'webhook-timestamp': seconds,
        'webhook-signature': `v1,${createHmac('sha256', SECRET).update(signed).digest('base64')}`,
      },
      body,
      signal: AbortSignal.timeout(DEADLINE_MS),
    });
    const text = await answer.text();
    if (statusCode >= 300) throw new Error(`answered ${statusCode}`);
    const durationMs = Math.round(performance.now() - startedMs);
    return { status: statusCode, durationMs, answer: text.slice(0, KEPT_CHARS) };
  };
};
