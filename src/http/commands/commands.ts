import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Ingest } from '../../ingest/ingest.ts';
import type { Log } from '../../platform/log.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { BodyCutError, bodyChunks, discardRest } from './body.ts';

/** A client that takes no answers for this long counts as gone. */
const STALL_MS = 60_000;
/** Requests open at once: each may hold a window of lines and the answers to earlier ones in memory. */
const RUNS_MAX = 128;
/** Characters of answers that may wait for the end of their request: the answers to some 35,000 lines. */
const HELD_CHARS_MAX = 4 * 1_024 * 1_024;

const HEADERS = [
  ...['Content-Type', 'application/x-ndjson; charset=utf-8'],
  ...['Cache-Control', 'no-store'],
  // Proxies that buffer would hold the answers back until the request ends.
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

  const answerCommands = async (
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> => {
    response.on('error', () => undefined);
    const { remoteAddress: client } = request.socket;
    if (mayAnswer(request)) begin(response);
    let held = '';
    try {
      for await (const answers of ingest.run(bodyChunks(request, stop.signal))) {
        // The client has gone, but the commands that it sent are carried out all the same.
        if (response.destroyed) continue;
        held += answers;
        if (!mayAnswer(request) && held.length < HELD_CHARS_MAX) continue;
        begin(response);
        if (!response.write(held)) await drained(response);
        held = '';
      }
    } catch (error) {
      if (!(error instanceof BodyCutError)) {
        log.error({ err: error }, 'a request to /commands failed');
        // An answer that ends early must not look whole.
        response.destroy();
      } else if (!stop.signal.aborted) {
        log.info({ client }, 'a request to /commands was cut short');
      }
    }
    await finish(request, response, held);
  };

  return {
    /** Whether as many requests are open as may be. */
    isFull: (): boolean => open.size >= RUNS_MAX,
    answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
      runs.opened();
      const run = answerCommands(request, response).finally(() => {
        open.delete(run);
        runs.closed();
      });
      open.add(run);
      return run;
    },
    /** Stops reading; resolves once every line that was read has been answered. */
    async stop(): Promise<void> {
      stop.abort();
      await Promise.allSettled(open);
    },
  };
};

/**
 * Whether answers may go out already. nginx and Caddy stop forwarding a request once its answer has begun, and nginx gives a
 * length to requests that it has buffered. The client of a request without a length may be waiting for answers.
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

const finish = async (
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
