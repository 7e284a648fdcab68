import assert from 'node:assert/strict';
import { once } from 'node:events';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { makeFolder, removeFolder } from '../../../support/machine/folder.ts';
import { makeMemoryLimit } from '../../../support/machine/memory-limit.ts';
import { comando, samplePedidoEntero, sampleRestaurante } from '../../../support/samples.ts';
import { startServer } from '../../../support/server.ts';
import { bearer, INGEST_KEY, makeKeyOperator, openTestStore } from '../../../support/service.ts';
import { beginExport } from './begin.ts';

/** docs/operating.md asks for so much. */
const MEMORY_BYTES = 384 * 1_024 * 1_024;
const [UNO, DOS] = ['rest_uno', 'rest_dos'] as const;
const MODELS = 500;
/** Of each order, in each restaurant: half a million in all. */
const COPIES = 500;
/** A workbook holds 100,000 rows: the copies of the last two hundred models. */
const BEFORE_LAST = 'ped_299500';
/** All conversions that a process makes at once, and files that need none. */
const EXPORTS = [
  [UNO, 'items?formato=parquet'],
  [UNO, 'items?formato=parquet'],
  [DOS, `pedidos?formato=xlsx&despues_de=${BEFORE_LAST}`],
  [DOS, 'items?formato=csv'],
  [DOS, 'pedidos'],
  [UNO, 'pedidos'],
] as const;

const seedModels = async (dataDir: string): Promise<Map<string, string>> => {
  const store = await openTestStore({ databaseUrl: null, dataDir });
  const { makeLlave } = makeKeyOperator(store);
  const tokens = new Map<string, string>();
  for (const id of [UNO, DOS]) {
    const slug = id.replace('rest_', 'casa-');
    await store.cuentas.save(sampleRestaurante({ id, slug }), { ingesta: true });
    for (const path of EXPORTS.flatMap(([owner, path]) => (owner === id ? [path] : []))) {
      tokens.set(`${id} ${path}`, (await makeLlave({ restauranteId: id })).token);
    }
  }
  const models = Array.from({ length: MODELS }, (_, n) => {
    const id = `ped_${String(n).padStart(3, '0')}`;
    const pedido = samplePedidoEntero({ id, numero: `20261114-${n + 1}` });
    const restaurante = { ...pedido.restaurante, id: UNO };
    const [item] = pedido.items;
    assert.ok(item);
    const items = Array.from({ length: 1 + (n % 6) }, (_, i) => ({ ...item, id: `itm_${n}_${i}` }));
    const command = comando.importar({ ...pedido, restaurante, items }, []);
    return { ...command, restaurante_id: UNO };
  });
  const answers = await store.log.commit(UNO, models, 1);
  assert.ok(answers.every(({ ok }) => ok));
  await store.close();
  return tokens;
};

/** Gives both restaurants copies of each order, whose ids differ. */
const copyModels = (dataDir: string): void => {
  using database = new DatabaseSync(join(dataDir, 'comanda.db'));
  const columns = database.prepare('PRAGMA table_info(pedidos)').all();
  const changed: Record<string, string> = {
    restaurante_id: 'owner',
    id: `id || printf('%03d', n)`,
    cuerpo: `replace(replace(cuerpo, id, id || printf('%03d', n)), 'itm_', 'itm_' || hex(randomblob(8)))`,
  };
  const names = columns.map(({ name }) => String(name));
  database.exec(`
    PRAGMA journal_mode = off;
    CREATE TEMPORARY TABLE models AS SELECT * FROM pedidos;
    DELETE FROM pedidos;
    WITH RECURSIVE copies(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM copies WHERE n < ${COPIES})
    INSERT INTO pedidos (${names.join(', ')})
    SELECT ${names.map((name) => changed[name] ?? name).join(', ')}
    FROM (SELECT '${UNO}' AS owner UNION SELECT '${DOS}') CROSS JOIN models CROSS JOIN copies;
    PRAGMA journal_mode = wal`);
};

test('files of half a million orders, in every format at once, take no more memory than documented', async (t) => {
  const dataDir = makeFolder();
  t.after(() => removeFolder(dataDir));
  const tokens = await seedModels(dataDir);
  copyModels(dataDir);
  const limit = makeMemoryLimit(t, MEMORY_BYTES);
  const server = await startServer(t, { env: { DATA_DIR: dataDir, INGEST_KEY }, onSpawn: limit });
  const files = await Promise.all(
    EXPORTS.map(async ([owner, path]) => {
      const url = `${server.publicUrl}/api/exportacion/${path}`;
      const { incoming } = await beginExport(url, bearer(tokens.get(`${owner} ${path}`) ?? ''));
      let lines = 0;
      incoming.on('data', (piece: Buffer) => {
        if (path === 'pedidos') lines += piece.toString('latin1').split('\n').length - 1;
      });
      await once(incoming, 'close');
      return [path, incoming.statusCode, incoming.complete, lines];
    }),
  );
  assert.deepEqual(
    files,
    EXPORTS.map(([, path]) => [path, 200, true, path === 'pedidos' ? MODELS * COPIES : 0]),
  );
  assert.ok(server.isRunning());
});
