// The clients of many restaurants in one process: a till, screens, readers of pages and of changes, webhooks. Each
// kind of request goes out at random moments with a mean rate, whether or not the one before it has been answered.

import { once } from 'node:events';
import { Agent, createServer, get, request } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { makeXorshift } from '../../test/support/values/xorshift.ts';
import { orderLives } from '../support/commands.ts';
import { percentile } from '../support/figure.ts';
import { answerCalls, listen } from '../support/script.ts';

const OPENING_AT_ONCE = 100;
const TICK_MS = 4;
const ANSWER_MS_MAX = 20_000;
/** Time for the last events and deliveries after the last answer. */
const SETTLE_MS = 1_500;
const NEWLINE = 10;
const EVENT = Buffer.from('event: pedido.');

/** The doors of the service. */
export interface Doors {
  publicUrl: string;
  privateUrl: string;
  headers: Record<string, string>;
}

/** The mean rate of each kind, a second. */
export interface Rates {
  commands: number;
  pages: number;
  feeds: number;
}

export interface Share {
  /** The restaurants that get commands. */
  restaurants: string[];
  /** Keys of those whose pages and changes are read. */
  tokens: string[];
}

/** `pending`: requests and commands without an answer; `refused`: answers other than 200. */
const tally = { pending: 0, streamed: 0, delivered: 0, refused: 0 };
const agent = new Agent({ keepAlive: true, maxSockets: 256 });
const next = makeXorshift(0x9e3779b9);
const gapMs = (rate: number): number => (-Math.log((next() + 1) / 2 ** 32) / rate) * 1_000;

const webhooks = createServer((incoming, response) => {
  incoming.resume().on('end', () => {
    tally.delivered += 1;
    response.end('ok');
  });
});
webhooks.keepAliveTimeout = 120_000;
listen(webhooks);

/** Opens a stream, counts its events and opens it again when the service ends it. */
const openStream = async (publicUrl: string, token: string): Promise<void> => {
  const { port, hostname } = new URL(publicUrl);
  const socket = connect(Number(port), hostname);
  socket.write(`GET /api/stream?llave=${token} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
  socket.on('data', (bytes: Buffer) => {
    for (let at = bytes.indexOf(EVENT); at >= 0; at = bytes.indexOf(EVENT, at + 1)) {
      tally.streamed += 1;
    }
  });
  socket.on('error', () => {});
  // A service that has ended refuses the connection.
  socket.once('close', () => void openStream(publicUrl, token).catch(() => {}));
  await once(socket, 'data');
};

const openStreams = async (publicUrl: string, tokens: readonly string[]): Promise<void> => {
  for (let at = 0; at < tokens.length; at += OPENING_AT_ONCE) {
    const some = tokens.slice(at, at + OPENING_AT_ONCE);
    await Promise.all(some.map((token) => openStream(publicUrl, token)));
  }
};

/** Lives that the next run goes on with, by the first restaurant. */
const unfinished = new Map<string, ReturnType<typeof orderLives>>();

/** Sends lives of orders through one connection, a line at a time. */
const openTill = ({ privateUrl, headers }: Doors, restaurants: readonly string[]) => {
  const lives = unfinished.getOrInsertComputed(restaurants[0] ?? '', () =>
    orderLives(Number.MAX_SAFE_INTEGER, restaurants, restaurants.length),
  );
  const upload = request(`${privateUrl}/commands`, { method: 'POST', headers });
  upload.on('response', (response) => {
    response.on('data', (bytes: Buffer) => {
      for (const byte of bytes) if (byte === NEWLINE) tally.pending -= 1;
      if (bytes.includes('"ok":false')) tally.refused += 1;
    });
  });
  upload.on('error', () => {
    tally.refused += 1;
  });
  return {
    send(): void {
      tally.pending += 1;
      upload.write(`${JSON.stringify(lives.next().value)}\n`);
    },
    close: () => upload.end(),
  };
};

const read = (url: string, token: string, done: (body: string) => void): void => {
  tally.pending += 1;
  const asked = get(url, { agent, headers: { authorization: `Bearer ${token}` } }, (response) => {
    if (response.statusCode !== 200) tally.refused += 1;
    let body = '';
    response.setEncoding('utf8').on('data', (text: string) => {
      body += text;
    });
    response.on('end', () => {
      tally.pending -= 1;
      done(body);
    });
  });
  asked.on('error', () => {
    tally.pending -= 1;
    tally.refused += 1;
  });
};

const positions = new Map<string, string>();
const NEXT = /"siguiente":"([^"]+)"/;

/** Sends at the rates for some seconds; gives the number of each kind, and how long pages took. */
const run = async (doors: Doors, rates: Rates, { restaurants, tokens }: Share, seconds: number) => {
  const before = { ...tally };
  const sent = { commands: 0, pages: 0, feeds: 0 };
  const pageMs: number[] = [];
  const till = openTill(doors, restaurants);
  const tokenOf = (n: number): string => tokens[n % tokens.length] ?? '';
  const requests: Record<keyof Rates, (dueMs: number) => void> = {
    commands: () => till.send(),
    pages: (dueMs) =>
      read(`${doors.publicUrl}/api/pedidos?limite=25`, tokenOf(sent.pages), () => {
        pageMs.push(performance.now() - dueMs);
      }),
    feeds: () => {
      const token = tokenOf(sent.feeds);
      const after = positions.get(token) ?? 'ultimo';
      read(`${doors.publicUrl}/api/eventos?despues_de=${after}`, token, (body) => {
        const [, found] = NEXT.exec(body) ?? [];
        if (found !== undefined) positions.set(token, found);
      });
    },
  };
  const startMs = performance.now();
  const endMs = startMs + seconds * 1_000;
  const kinds = (Object.keys(rates) as (keyof Rates)[]).filter((kind) => rates[kind] > 0);
  const due = new Map(kinds.map((kind) => [kind, startMs + gapMs(rates[kind])]));
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      const nowMs = Math.min(performance.now(), endMs);
      for (const kind of kinds) {
        let dueMs = due.get(kind) ?? endMs;
        for (; dueMs <= nowMs; dueMs += gapMs(rates[kind])) {
          requests[kind](dueMs);
          sent[kind] += 1;
        }
        due.set(kind, dueMs);
      }
      if (performance.now() < endMs) return;
      clearInterval(timer);
      resolve();
    }, TICK_MS);
  });
  till.close();
  for (let waitedMs = 0; tally.pending > 0 && waitedMs < ANSWER_MS_MAX; waitedMs += TICK_MS) {
    await wait(TICK_MS);
  }
  tally.pending = 0;
  await wait(SETTLE_MS);
  return {
    ...sent,
    streamed: tally.streamed - before.streamed,
    delivered: tally.delivered - before.delivered,
    refused: tally.refused - before.refused,
    seconds: (performance.now() - startMs) / 1_000,
    pageP99Ms: percentile(pageMs, 0.99),
  };
};

const api = { openStreams, run };
export type LoadApi = typeof api;
export type Sent = Awaited<ReturnType<typeof run>>;
answerCalls(api);
