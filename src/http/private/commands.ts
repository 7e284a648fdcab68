import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Ingest } from '../../ingest/ingest.ts';
import type { Log } from '../../log.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { BodyCutError, bodyChunks, discardRest } from './body.ts';

/** A client that takes no answers for this long is taken to be gone. */
const STALL_MS = 60_000;
/** Requests open at once: each may hold a window of lines and the answers to earlier ones in memory. */
const RUNS_MAX = 128;
/** Answers that wait for the end of their request: those to some 35,000 lines. */
const HELD_CHARS_MAX = 4 * 1_024 * 1_024;

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
    const { remoteAddress: client } = request.socket;
    if (mayAnswer(request)) begin(response);
    let held = '';
    try {
      for await (const answers of ingest.run(bodyChunks(request, stop.signal))) {
        // Nobody listens any more: what was sent is carried out all the same.
        if (response.destroyed) continue;
        held += answers;
        if (!mayAnswer(request) && held.length < HELD_CHARS_MAX) continue;
        begin(response);
        if (!response.write(held)) await drained(response);
        held = '';
      }
    } catch (error) {
      if (!(error instanceof BodyCutError)) {
        log.error({ err: error }, 'a run of commands failed');
        // An answer that ends early must not look whole.
        response.destroy();
      } else if (!stop.signal.aborted) {
        log.info({ client }, 'a run of commands was cut short');
      }
    }
    await ended(request, response, held);
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

/**
 * nginx and Caddy forward nothing more of a request whose answer has begun, and nginx tells the length of those that it has
 * gathered. One without a length may be waiting for its answers.
 */
const mayAnswer = ({ complete, headers }: IncomingMessage): boolean =>
  complete || headers['content-length'] === undefined;

const begin = (response: ServerResponse): void => {
  if (!response.headersSent) response.writeHead(200, HEADERS).flushHeaders();
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

const ended = async (
  request: IncomingMessage,
  response: ServerResponse,
  lastAnswers: string,
): Promise<void> => {
  if (response.destroyed) return;
  begin(response);
  await new Promise<void>((resolve) => {
    response.on('close', resolve).end(lastAnswers, resolve);
  });
  await discardRest(request);
};
