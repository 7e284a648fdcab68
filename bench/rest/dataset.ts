import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeLlaves } from '../../src/admin/llaves.ts';
import { systemClock } from '../../src/clock.ts';
import { makeMintId } from '../../src/domain/ids.ts';
import { makeRandomBytes } from '../../src/random.ts';
import { openStore } from '../../src/storage/open.ts';
import { chunkedNdjson, ndjson } from '../support/lifecycles.ts';
import { progress } from '../support/report.ts';
import { sendCommands } from '../support/send.ts';
import { startServer } from '../support/server.ts';
import { BIG, type DataSize, everyOrder, everyRestaurant, orderCount, SMALL } from './orders.ts';

const CHUNK_ORDERS = 5_000;
/** A key is worth 60 requests a minute: these are for some 400,000. */
const KEYS = 6_000;
const SPECIAL_KEYS = 120;
const NOTE = 'bench.json';

export interface Place {
  engine: string;
  dataDir: string;
  databaseUrl?: string;
}

export interface Dataset {
  place: Place;
  size: DataSize;
  /** Tokens by restaurant. */
  tokens: Record<string, string[]>;
}

/** Loads the orders the way a platform would; a folder that was filled before is taken as it is. */
export const prepareDataset = async (place: Place, size: DataSize): Promise<Dataset> => {
  mkdirSync(place.dataDir, { recursive: true });
  const note = join(place.dataDir, NOTE);
  if (existsSync(note)) {
    const kept = JSON.parse(readFileSync(note, 'utf8')) as Omit<Dataset, 'place'>;
    if (JSON.stringify(kept.size) !== JSON.stringify(size)) {
      throw new Error(
        `the data folder was prepared with other sizes: ${JSON.stringify(kept.size)}`,
      );
    }
    return { ...kept, place };
  }
  if (readdirSync(place.dataDir).length > 0) {
    throw new Error(`${place.dataDir} is neither empty nor prepared to the end: delete it`);
  }
  await loadOrders(place, size);
  const tokens = await createKeys(place, size);
  writeFileSync(note, JSON.stringify({ size, tokens }));
  return { place, size, tokens };
};

const loadOrders = async (place: Place, size: DataSize): Promise<void> => {
  const server = await startServer(place);
  try {
    await sendCommands(server, [ndjson(everyRestaurant(size))]);
    const [total, started] = [orderCount(size), performance.now()];
    let done = 0;
    const chunks = chunkedNdjson(everyOrder(size, Date.now()), CHUNK_ORDERS);
    const sent = await sendCommands(server, chunks, () => {
      done += CHUNK_ORDERS;
      if (done % (20 * CHUNK_ORDERS) > 0) return;
      const seconds = Math.round((performance.now() - started) / 1_000);
      progress(`rest on ${place.engine}: ${done} of ${total} orders sent, ${seconds} s`);
    });
    if (sent.refused > 0) throw new Error(`${sent.refused} orders were refused`);
  } finally {
    await server.stop();
  }
};

const createKeys = async (place: Place, { restaurants }: DataSize) => {
  const randomBytes = makeRandomBytes();
  const deps = { clock: systemClock, randomBytes };
  const store = await openStore({ databaseUrl: null, ...place }, deps);
  const llaves = makeLlaves({ ...deps, store, mintId: makeMintId(randomBytes) });
  const tokens: Record<string, string[]> = {};
  try {
    for (let after = ''; ; ) {
      const cuentas = await store.cuentas.list(after, 100);
      if (cuentas.length === 0) return tokens;
      after = cuentas.at(-1)?.id ?? '';
      progress(`rest on ${place.engine}: keys up to ${after}`);
      for (const { id } of cuentas) {
        const isSpecial = id === BIG || id === SMALL;
        const count = isSpecial ? SPECIAL_KEYS : Math.ceil(KEYS / restaurants);
        tokens[id] = await Promise.all(Array.from({ length: count }, () => createKey(llaves, id)));
      }
    }
  } finally {
    await store.close();
  }
};

const createKey = async (
  llaves: ReturnType<typeof makeLlaves>,
  restauranteId: string,
): Promise<string> => {
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
  return created.token;
};
