import { test } from 'node:test';
import type { Pedido } from '../../../src/contract/recursos/pedido.ts';
import type { ComandoLog } from '../../../src/domain/cliente/olvido.ts';
import type { Answer } from '../../../src/domain/log/batch.ts';
import { UNFILTERED } from '../../../src/domain/pedido/filtros.ts';
import type { AuditEntry, Llave } from '../../../src/storage/port/accounts.ts';
import { type Body, parseBodies } from '../../../src/storage/port/body.ts';
import type { StoreDeps } from '../../../src/storage/port/deps.ts';
import type { PedidoPage, PedidoQuery } from '../../../src/storage/port/pedidos.ts';
import type { Store } from '../../../src/storage/port/store.ts';
import { makeTestClock, type TestClock } from '../../support/clock.ts';
import {
  NOW_MS,
  RESTAURANTE_ID,
  sampleRestaurante,
  seededRandomBytes,
} from '../../support/samples.ts';

/** An engine under test; everything else in this folder is the same for all engines. */
export interface Engine {
  readonly name: string;
  /** Creates an empty database. */
  create(): Promise<EngineDatabase>;
}

interface EngineDatabase {
  /** Opens a store on it; a second one stands for a second process. */
  open(deps: StoreDeps): Promise<Store>;
  /** The cost of a page in the engine's own unit of work (steps, rows): comparable only with the cost of another page. */
  listCost(query: PedidoQuery): Promise<number>;
  /** The cost of a summary, in the same unit. */
  summaryCost(restauranteId: string, from: string, to: string): Promise<number>;
  /** Changes rows behind the back of the service. */
  write(sql: string, ...values: string[]): Promise<void>;
  drop(): Promise<void>;
}

/** A clock whose time of day moves only when it is set; durations are real. */
export const makeSetClock = (): TestClock => ({
  ...makeTestClock(),
  monotonic: () => performance.now(),
});

export interface Bench {
  database: EngineDatabase;
  store: Store;
  clock: TestClock;
  /** Another store on the same database. */
  another(): Promise<Store>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** A database with the sample restaurant, open for ingestion. */
export const makeBench = async (engine: Engine): Promise<Bench> => {
  const clock = makeSetClock();
  const database = await engine.create();
  const stores: Store[] = [];
  const open = async () => {
    const store = await database.open({
      clock,
      randomBytes: seededRandomBytes(1 + stores.length),
    });
    stores.push(store);
    return store;
  };
  const store = await open();
  await store.cuentas.save(sampleRestaurante(), { ingesta: true });
  return {
    database,
    store,
    clock,
    another: open,
    async [Symbol.asyncDispose]() {
      await Promise.all(stores.map((each) => each.close()));
      await database.drop();
    },
  };
};

/** Declares tests that each get a store of their own, and the bench that it is on. */
export const testOn =
  (engine: Engine) =>
  (title: string, work: (store: Store, bench: Bench) => Promise<void>): void => {
    test(title, async () => {
      await using bench = await makeBench(engine);
      await work(bench.store, bench);
    });
  };

/** Commits commands, all of which must be accepted; resolves with the order ids. */
export const accept = async (
  store: Store,
  comandos: readonly ComandoLog[],
  restauranteId = RESTAURANTE_ID,
): Promise<string[]> => {
  const answers = await store.log.commit(restauranteId, comandos);
  return answers.map((answer) => {
    if (!answer.ok) throw new Error(`refused: ${JSON.stringify(answer)}`);
    return answer.pedidoId;
  });
};

export const codes = (answers: readonly Answer[]): string[] =>
  answers.map((answer) => (answer.ok ? 'ok' : answer.codigo));

export const text = (body: Body | null | undefined): string | null =>
  body === null || body === undefined ? null : Buffer.from(body).toString('utf8');

export const json = <T>(body: Body | null | undefined): T => JSON.parse(text(body) ?? 'null') as T;

/** The orders of a page, in its order. */
export const pageOrders = ({ body }: PedidoPage): Pedido[] => parseBodies(body);

/** Every order of a restaurant, read page by page. */
export const allPedidos = async (
  store: Store,
  restauranteId = RESTAURANTE_ID,
): Promise<Pedido[]> => {
  const found: Pedido[] = [];
  let cursor: PedidoQuery['cursor'] = null;
  for (;;) {
    const page = await store.pedidos.list(query({ restauranteId, limit: 100, cursor }));
    found.push(...pageOrders(page));
    if (!page.more || page.ends === null) return found;
    cursor = { direction: 'after', id: page.ends.last };
  }
};

export const query = (overrides: Partial<PedidoQuery> = {}): PedidoQuery => ({
  restauranteId: RESTAURANTE_ID,
  ...UNFILTERED,
  limit: 25,
  cursor: null,
  ...overrides,
});

export const llave = (overrides: Partial<Llave> = {}): Llave => ({
  id: 'llv_1',
  restauranteId: RESTAURANTE_ID,
  nombre: 'Cuadro de mando',
  etiqueta: 'live',
  alcances: ['pedidos.leer', 'carta.leer'],
  pista: 'cafe',
  creador: 'cli',
  creadaMs: NOW_MS,
  expiraMs: null,
  revocadaMs: null,
  ultimoUsoMs: null,
  ...overrides,
});

export const auditEntry = (overrides: Partial<AuditEntry> = {}): AuditEntry => ({
  momentoMs: NOW_MS,
  actor: 'cli',
  accion: 'probado',
  objeto: 'nada',
  restauranteId: RESTAURANTE_ID,
  detalle: {},
  ...overrides,
});
