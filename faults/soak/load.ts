import { setTimeout as wait } from 'node:timers/promises';
import { comando, samplePedido } from '../../test/support/samples.ts';
import { bearer, sendCommands } from '../../test/support/service.ts';
import { openStream } from '../../test/support/stream-reader.ts';
import type { Random } from '../random.ts';
import type { Rig } from '../rig/rig.ts';

/** Response times, in milliseconds. */
export interface Timings {
  commands: number[];
  pages: number[];
  exports: number[];
  /** Times of a bare server in a process of its own, which show the load of the machine. */
  yardstick: number[];
}

export interface SoakLoad {
  /** The timings since the last call. */
  take(): Timings;
  /** Unexpected answers. */
  readonly problems: readonly string[];
  stop(): Promise<void>;
}

const BATCH_EVERY_MS = 250;
const BATCH_COMMANDS_MAX = 8;
const PAGE_EVERY_MS = 200;
const YARDSTICK_EVERY_MS = 500;
const EXPORT_EVERY_MS = 5_000;
const STREAMS = 40;
const STREAM_MS_MIN = 2_000;
const STREAM_MS_MAX = 60_000;
const PROBLEMS_MAX = 100;
/** The probability that a restaurant continues an open order instead of creating a new one. */
const CONTINUE_PROBABILITY = 0.8;

const STEPS = ['confirmado', 'en_preparacion', 'listo', 'entregado'] as const;
const PAGES = ['/pedidos?limite=25', '/pedidos?estado=listo', '/resumen', '/eventos', '/carta'];
const FILES = ['pedidos', 'items', 'iva', 'pagos'].flatMap((tabla) =>
  ['ndjson', 'csv', 'xlsx', 'parquet'].map((formato) => `/exportacion/${tabla}?formato=${formato}`),
);

const noTimings = (): Timings => ({ commands: [], pages: [], exports: [], yardstick: [] });

/** Sends commands and reads pages, exports and streams of many restaurants at a steady rate, until it is stopped. */
export const startSoakLoad = (
  { processes, receiver, random, count }: Pick<Rig, 'processes' | 'receiver' | 'random' | 'count'>,
  tokens: ReadonlyMap<string, string>,
): SoakLoad => {
  const restaurantes = [...tokens.keys()];
  const over = new AbortController();
  const problems: string[] = [];
  let timings = noTimings();
  const complain = (what: string): void => {
    if (problems.length < PROBLEMS_MAX) problems.push(what);
  };

  const timed = async <T>(kind: keyof Timings, work: () => Promise<T>): Promise<T> => {
    const startMs = performance.now();
    const result = await work();
    timings[kind].push(performance.now() - startMs);
    count(`soak ${kind}`);
    return result;
  };

  const every = async (ms: number, work: () => Promise<void>): Promise<void> => {
    while (!over.signal.aborted) {
      const startMs = performance.now();
      await work().catch((error: unknown) => complain(String(error)));
      const restMs = Math.max(0, ms - (performance.now() - startMs));
      await wait(restMs, undefined, { signal: over.signal }).catch(() => undefined);
    }
  };

  const get = (own: Random, paths: readonly string[]) => async (): Promise<void> => {
    const path = own.pick(paths);
    const token = tokens.get(own.pick(restaurantes)) ?? '';
    const response = await fetch(`${processes.publicUrl(own)}/api${path}`, {
      headers: bearer(token),
    });
    const body = await response.arrayBuffer();
    if (!response.ok) complain(`${path}: ${response.status} ${Buffer.from(body)}`);
  };

  /** A stream that stays for a while and then disconnects without notice. */
  const listen = async (own: Random): Promise<void> => {
    const token = tokens.get(own.pick(restaurantes)) ?? '';
    const stream = await openStream(processes.publicUrl(own), { token, signal: over.signal });
    count('soak streams');
    if (stream.status !== 200) complain(`/stream: ${stream.status}`);
    await wait(own.int(STREAM_MS_MIN, STREAM_MS_MAX), undefined, { signal: over.signal }).catch(
      () => undefined,
    );
    stream.close();
  };

  const forPages = random.fork('soak pages');
  const forExports = random.fork('soak exports');
  const forCommands = random.fork('soak commands');
  const batches = makeBatches(forCommands, restaurantes);
  const running = [
    every(BATCH_EVERY_MS, () =>
      timed('commands', async () => {
        const { lines, settle } = batches();
        const answers = await sendCommands(processes.privateUrl(forCommands), lines);
        for (const { ok, codigo, error } of answers) if (!ok) complain(`${codigo}: ${error}`);
        settle(answers.map(({ pedido_id }) => pedido_id));
        count('soak events', answers.length);
      }),
    ),
    every(PAGE_EVERY_MS, () => timed('pages', get(forPages, PAGES))),
    every(YARDSTICK_EVERY_MS, () =>
      timed('yardstick', async () => {
        const url = `http://127.0.0.1:${receiver.ports.http}/status/200`;
        await (await fetch(url)).arrayBuffer();
      }),
    ),
    every(EXPORT_EVERY_MS, () => timed('exports', get(forExports, FILES))),
    ...Array.from({ length: STREAMS }, (_, i) => {
      const own = random.fork(`soak stream ${i}`);
      return every(0, async () => {
        // At the end of the run, an aborted connection is no problem.
        await listen(own).catch((error: unknown) => {
          if (!over.signal.aborted) throw error;
        });
      });
    }),
  ];
  return {
    problems,
    take() {
      const taken = timings;
      timings = noTimings();
      return taken;
    },
    async stop() {
      over.abort();
      await Promise.all(running);
    },
  };
};

interface Open {
  restauranteId: string;
  pedidoId: string;
  step: number;
}

/** Makes batches of commands: some create orders, some continue orders until they are delivered. */
const makeBatches = (random: Random, restaurantes: readonly string[]) => {
  const open: Open[] = [];
  const create = (restauranteId: string): object =>
    comando.crear(samplePedido({ tipo: 'recogida' }), { restaurante_id: restauranteId });
  return () => {
    const size = random.int(1, BATCH_COMMANDS_MAX);
    const chosen = Array.from({ length: size }, (): Open => {
      const next = random.happens(CONTINUE_PROBABILITY) ? open.shift() : undefined;
      return next ?? { restauranteId: random.pick(restaurantes), pedidoId: '', step: -1 };
    });
    const lines = chosen.map(({ restauranteId, pedidoId, step }) =>
      step < 0
        ? create(restauranteId)
        : comando.avanzar(pedidoId, STEPS[step] ?? 'entregado', { restaurante_id: restauranteId }),
    );
    /** Keeps undelivered orders, to continue them later. */
    const settle = (ids: readonly (string | undefined)[]): void => {
      for (const [i, each] of chosen.entries()) {
        const step = each.step + 1;
        if (step < STEPS.length) open.push({ ...each, pedidoId: ids[i] ?? each.pedidoId, step });
      }
    };
    return { lines, settle };
  };
};
