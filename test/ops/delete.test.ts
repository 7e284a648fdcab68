import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { installComanda } from '../cli/comanda.ts';
import { carryOut, seedSampleRestaurant } from '../http/api/world.ts';
import { createMigratedDatabase } from '../support/postgres/databases.ts';
import { startReceiver } from '../support/receiver/receiver.ts';
import { comando, RESTAURANTE_ID, sampleRestaurante } from '../support/samples.ts';
import { ENGINES, startService } from '../support/service.ts';
import { openStream } from '../support/stream-reader.ts';
import { until } from '../support/until.ts';
import { ask, fill, readPostgres, readSqlite } from './filled-service.ts';

const OTHER = 'rest_bar_lola';
/** The audit stays for its time, and the log keeps its place. */
const KEPT = ['auditoria', 'log_heads'];

for (const engine of ENGINES) {
  test(`${engine}: a restaurant is deleted with all that it has, while the service goes on`, async (t) => {
    const { run, dataDir } = installComanda(t);
    const receiver = await startReceiver(t);
    const database = engine === 'SQLite' ? null : await createMigratedDatabase();
    const env = { ...(database && { DATABASE_URL: database.url }), DATA_DIR: dataDir };
    const service = await startService(t, {
      env: { ...env, WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' },
    });
    if (database !== null) t.after(() => database.drop());
    const held = await fill(service, receiver.ports.http);
    await seedSampleRestaurant(service, sampleRestaurante({ id: OTHER, slug: 'lola' }));
    const readAll = async (): Promise<Map<string, Record<string, unknown>[]>> => {
      if (database === null) return readSqlite(join(dataDir, 'comanda.db'));
      const tables = await readPostgres(database.url);
      return new Map([...tables].map(([name, { rows }]) => [name, rows]));
    };
    const of = (tables: Awaited<ReturnType<typeof readAll>>, id: string) =>
      [...tables].flatMap(([table, rows]) => {
        const own = rows.filter((row) => (row['restaurante_id'] ?? row['id']) === id);
        return own.length === 0 ? [] : [[table, own.length]];
      });
    const before = await readAll();
    assert.ok(of(before, RESTAURANTE_ID).length > 20, 'tables with something of it');
    const stream = await openStream(service.publicUrl, { token: held.token });

    const early = await run(['restaurants', 'delete', RESTAURANTE_ID], { env });
    assert.equal(early.code, 1);
    assert.match(
      early.stderr,
      /is active; suspend it first: comanda restaurants suspend rest_casa_pepa/,
    );
    assert.equal((await run(['restaurants', 'suspend', RESTAURANTE_ID], { env })).code, 0);
    const { code, stdout, stderr } = await run(['restaurants', 'delete', RESTAURANTE_ID], { env });
    assert.deepEqual([code, stderr], [0, '']);
    assert.match(stdout, /^Deleted restaurant rest_casa_pepa: \d+ rows, in [\d.]+ s\.\n$/);

    await stream.untilOver();
    await until(async () => (await ask(service, held, '/api/pedidos')).status === 401);
    const after = await readAll();
    assert.deepEqual(
      of(after, RESTAURANTE_ID)
        .map(([table]) => table)
        .sort(),
      KEPT,
    );
    assert.deepEqual(of(after, OTHER), of(before, OTHER));
    // The session of an operator stays.
    assert.equal((await ask(service, held, '/panel/api/sesion')).status, 200);
    assert.equal(after.get('sesiones')?.length, 1);
    const [answer] = await service.command(comando.crear());
    assert.equal(answer?.codigo, 'no_encontrado');
    const again = await run(['restaurants', 'delete', RESTAURANTE_ID], { env });
    assert.match(again.stderr, /there is no restaurant rest_casa_pepa/);

    // The same id may come back, as another restaurant.
    await carryOut(service, comando.guardarRestaurante());
    const { token } = await service.makeLlave();
    const page = await ask(service, { ...held, token }, '/api/pedidos');
    const { datos, paginacion } = (await page.json()) as {
      datos: unknown[];
      paginacion: { total_aprox: number };
    };
    assert.deepEqual([datos, paginacion.total_aprox], [[], 0]);
    await carryOut(service, comando.crear());
  });
}
