import { REST_FULL, REST_QUICK, type RestScale } from './rest/scale.ts';
import { STREAM_FULL, STREAM_QUICK, type StreamScale } from './stream/scale.ts';

export interface IngestScale {
  commands: number;
  memoryCommands: number;
}

export interface WebhooksScale {
  /** Those that are timed, and those before them, in which everybody runs warm. */
  deliveries: number;
  uncounted: number;
  rounds: number;
  isolationSeconds: number;
  backlog: number;
  /** How long others are watched at a time while a backlog drains. */
  backlogSeconds: number;
}

/** How much is measured, and for how long; the budget says what that may add up to. */
export interface Scale {
  ingest: IngestScale;
  /** Of the service on each of two databases. */
  starts: number;
  rest: RestScale;
  stream: StreamScale;
  webhooks: WebhooksScale;
}

export const FULL: Scale = {
  ingest: { commands: 60_000, memoryCommands: 200_000 },
  starts: 5,
  rest: REST_FULL,
  stream: STREAM_FULL,
  webhooks: {
    deliveries: 8_000,
    uncounted: 8_000,
    rounds: 2,
    isolationSeconds: 18,
    backlog: 100_000,
    backlogSeconds: 5,
  },
};

export const QUICK: Scale = {
  ingest: { commands: 24_000, memoryCommands: 80_000 },
  starts: 3,
  rest: REST_QUICK,
  stream: STREAM_QUICK,
  webhooks: {
    deliveries: 1_500,
    uncounted: 1_000,
    rounds: 1,
    isolationSeconds: 1,
    backlog: 4_000,
    backlogSeconds: 1,
  },
};
