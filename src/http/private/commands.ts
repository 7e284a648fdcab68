import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Ingest } from '../../ingest/ingest.ts';
import type { Log } from '../../log.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { BodyCutError, readBody } from './body.ts';

/** A client that takes no answers for this long is taken to be gone. */
const STALL_MS = 60_000;
/** How long a client that is still sending may take to notice that we have ended the answer. */
const LINGER_MS = 1_000;

/** Requests open at once: each may hold a window of lines in memory. */
const RUNS_MAX = 128;

const HEADERS = [
  ...['Content-Type', 'application/x-ndjson; charset=utf-8'],
  ...['Cache-Control', 'no-store'],
  // Proxies that gather answers would hold them back until the request ends.
  ...['X-Accel-Buffering', 'no'],
];

export const makeCommands = ({
  ingest,
  log,
  runs,
}: {
  ingest: Ingest;
  log: Log;
  runs: Metrics['runs'];
}) => {
  const stop = new AbortController();
  const open = new Set<Promise<void>>();

  const carry = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    response.on('error', () => undefined);
    response.writeHead(200, HEADERS).flushHeaders();
    try {
      for await (const answers of ingest.run(readBody(request, stop.signal))) {
        // Nobody listens any more: what was sent is carried out all the same.
        if (response.destroyed) continue;
        if (!response.write(answers)) await drained(response);
      }
    } catch (error) {
      if (!(error instanceof BodyCutError)) {
        log.error({ err: error }, 'a run of commands failed');
        // An answer that ends early must not look whole.
        response.destroy();
      }
    }
    await ended(request, response);
  };

  return {
    /** False when too many are open already. */
    handle(request: IncomingMessage, response: ServerResponse): boolean {
      if (open.size >= RUNS_MAX) return false;
      runs.opened();
      const run = carry(request, response).finally(() => {
        open.delete(run);
        runs.closed();
      });
      open.add(run);
      return true;
    },
    /** Reads no further; resolves once what was read has been answered. */
    async stop(): Promise<void> {
      stop.abort();
      await Promise.allSettled(open);
    },
  };
};

const drained = (response: ServerResponse): Promise<void> =>
  new Promise((resolve) => {
    const stalled = setTimeout(() => response.destroy(), STALL_MS);
    const done = () => {
      clearTimeout(stalled);
      response.off('drain', done).off('close', done);
      resolve();
    };
    response.on('drain', done).on('close', done);
  });

/** Closing a socket with unread input takes back what it has sent: a client that still sends gets a moment to read. */
const ended = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  if (response.destroyed) return;
  const { socket } = request;
  await new Promise<void>((resolve) => {
    response.on('close', resolve).end(resolve);
  });
  if (request.complete || socket.destroyed) return;
  request.resume();
  await new Promise<void>((resolve) => {
    const linger = setTimeout(() => socket.destroy(), LINGER_MS);
    const done = () => {
      clearTimeout(linger);
      resolve();
    };
    request.on('end', done);
    socket.on('close', done);
  });
};
