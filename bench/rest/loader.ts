// Fills a database for the figures, in a process of its own. Orders go straight into the store, as batches of
// commands: what the service does behind its private door, without the door. Most are then copies (clone.ts).

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { makeLlaves } from '../../src/admin/llaves.ts';
import { systemClock } from '../../src/clock.ts';
import type { ComandoPedido } from '../../src/contract/comandos.ts';
import type { Pedido } from '../../src/contract/recursos/pedido.ts';
import { makeMintId } from '../../src/domain/ids.ts';
import { makeRandomBytes } from '../../src/random.ts';
import { openStore } from '../../src/storage/open.ts';
import type { Store } from '../../src/storage/port/store.ts';
import {
  BIG_COPIES,
  bigModel,
  copyBig,
  copyOfId,
  copyOrdinary,
  ordinaryCopies,
  ordinaryModel,
} from './clone.ts';
import { type LoaderSettings, type LoaderWord, NOTE, type Note } from './data.ts';
import { BIG, everyOrder, everyRestaurant, ordinaryIds } from './orders.ts';
import { prepareUsual } from './peers/fill.ts';
import { openSql } from './sql.ts';

const BATCH_ORDERS = 250;
/** Of long lists, totals are estimates (`total_aprox`). */
const TOTAL_TOLERANCE = 0.05;
const SPECIAL_KEYS = 120;
const KEYS_AT_ONCE = 100;
/** Newest orders of each restaurant that are noted. */
const NEWEST = 100;

const { place, size, pageStep, usual, keys } = JSON.parse(process.argv[2] ?? '') as LoaderSettings;
const randomBytes = makeRandomBytes();
const deps = { clock: systemClock, randomBytes };

const tell = (step: string): void => {
  const word: LoaderWord = { step };
  process.send?.(word);
};

/** Nothing of this is to survive a crash. */
const hasty = (databaseUrl: string): string => {
  const url = new URL(databaseUrl);
  url.searchParams.set('options', '-c synchronous_commit=off');
  return url.href;
};

const open = (): Promise<Store> =>
  openStore(
    {
      dataDir: place.dataDir,
      databaseUrl: place.databaseUrl === undefined ? null : hasty(place.databaseUrl),
    },
    deps,
  );

/** The ids of all orders by restaurant, oldest first. */
const loadOrders = async (store: Store): Promise<Map<string, string[]>> => {
  const ids = new Map<string, string[]>();
  let done = 0;
  const commit = async (restauranteId: string, comandos: readonly ComandoPedido[]) => {
    const answers = await store.log.commit(restauranteId, comandos);
    const mine = ids.get(restauranteId) ?? [];
    ids.set(restauranteId, mine);
    for (const answer of answers) {
      if (!answer.ok) throw new Error(`an order was refused: ${JSON.stringify(answer)}`);
      mine.push(answer.pedidoId);
    }
    done += comandos.length;
    tell(`${done} orders`);
  };
  let batch: ComandoPedido[] = [];
  for (const comando of everyOrder(size, Date.now())) {
    const [first = comando] = batch;
    if (batch.length === BATCH_ORDERS || first.restaurante_id !== comando.restaurante_id) {
      await commit(first.restaurante_id, batch);
      batch = [];
    }
    batch.push(comando);
  }
  const [last] = batch;
  if (last !== undefined) await commit(last.restaurante_id, batch);
  return ids;
};

/** The orders of those that are copies. */
const copyOrders = async (ids: Map<string, string[]>): Promise<void> => {
  const sql = await openSql(place);
  try {
    tell('copies');
    await copyOrdinary(sql, size);
    const model = ids.get(ordinaryModel(size)) ?? [];
    for (const { id, n } of ordinaryCopies(size)) {
      ids.set(
        id,
        model.map((each) => copyOfId(each, n)),
      );
    }
    if (size.bigOrders === 0) return;
    tell('the large one');
    await copyBig(sql, size);
    const bigs = ids.get(bigModel(size)) ?? [];
    const numbers = Array.from({ length: BIG_COPIES }, (_, n) => n);
    ids.set(
      BIG,
      bigs.flatMap((id) => numbers.map((n) => copyOfId(id, n))),
    );
  } finally {
    await sql.end();
  }
};

/** What was copied has to be what the service would have stored: its own reader says so. */
const check = async (store: Store, ids: ReadonlyMap<string, readonly string[]>): Promise<void> => {
  const last = ordinaryIds(size).at(-1) ?? '';
  for (const restauranteId of [last, ...(size.bigOrders > 0 ? [BIG] : [])]) {
    const filter = { restauranteId, estados: [], tipo: null, desdeMs: null, hastaMs: null };
    const expected = ids.get(restauranteId) ?? [];
    const total = await store.pedidos.count(filter);
    const page = await store.pedidos.list({ ...filter, limit: 25, cursor: null });
    const bodies = JSON.parse(`[${Buffer.from(page.body).toString()}]`) as Pedido[];
    const isRight =
      Math.abs(total / expected.length - 1) < TOTAL_TOLERANCE &&
      bodies.every(({ id, restaurante }, i) => {
        return id === expected.at(-1 - i) && restaurante.id === restauranteId;
      });
    if (!isRight) throw new Error(`the copies of ${restauranteId} are not right`);
  }
};

const createKeys = async (store: Store, ids: readonly string[]): Promise<Note['tokens']> => {
  const llaves = makeLlaves({ ...deps, store, mintId: makeMintId(randomBytes) });
  // The first of the ordinary ones is asked by itself, too.
  const ordinary = new Set(ordinaryIds(size).slice(1));
  const tokens: Note['tokens'] = Object.fromEntries(ids.map((id) => [id, []]));
  const wanted = ids.flatMap((id) => {
    const count = ordinary.has(id) ? Math.ceil(keys / size.restaurants) : SPECIAL_KEYS;
    return Array<string>(count).fill(id);
  });
  const create = async (restauranteId: string): Promise<void> => {
    const created = await llaves.create(
      {
        restauranteId,
        nombre: 'bench',
        etiqueta: 'test',
        alcances: ['pedidos.leer', 'carta.leer', 'restaurante.leer'],
        expiraMs: null,
      },
      'bench',
    );
    if (created.outcome !== 'created') throw new Error(`no key: ${created.outcome}`);
    tokens[restauranteId]?.push(created.token);
  };
  while (wanted.length > 0) await Promise.all(wanted.splice(0, KEYS_AT_ONCE).map(create));
  return tokens;
};

const store = await open();
tell('0 %');
for (const { restaurante } of everyRestaurant(size)) {
  const { id = '' } = restaurante;
  await store.cuentas.save({ ...restaurante, id }, { ingesta: true });
}
const ids = await loadOrders(store);
await store.close();
await copyOrders(ids);
const reopened = await open();
await check(reopened, ids);
tell('keys');
const tokens = await createKeys(reopened, [...ids.keys()]);
await reopened.close();

const newestFirst = (id: string): string[] => ids.get(id)?.toReversed() ?? [];
const note: Note = {
  size,
  pageStep,
  tokens,
  starts: Object.fromEntries(
    ordinaryIds(size).map((id) => [
      id,
      newestFirst(id).filter((_, i) => i % pageStep === pageStep - 1),
    ]),
  ),
  newest: Object.fromEntries([...ids.keys()].map((id) => [id, newestFirst(id).slice(0, NEWEST)])),
};
if (usual) {
  tell('normalised tables');
  await prepareUsual(place, size);
}
if (place.databaseUrl !== undefined) {
  // What the server would otherwise begin to do by itself, in the middle of a figure.
  tell('vacuum');
  const client = new pg.Client({ connectionString: place.databaseUrl });
  await client.connect();
  await client.query('VACUUM (ANALYZE)');
  await client.query('CHECKPOINT');
  await client.end();
}
writeFileSync(join(place.dataDir, NOTE), JSON.stringify(note));
process.disconnect?.();
