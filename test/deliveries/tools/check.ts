// Delivers to a bucket of a program that others wrote: `npm run deliveries:check`.

import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Destino } from '../../../src/contract/panel/envios.ts';
import { DAY_MS } from '../../../src/domain/time.ts';
import { ENGINE } from '../../storage/conformance/engines.ts';
import { makeBench } from '../../storage/conformance/harness.ts';
import { makeFolder } from '../../support/machine/folder.ts';
import { RESTAURANTE_ID } from '../../support/samples.ts';
import { actOf, makeProcess, schedule } from '../world.ts';

const S3rver = createRequire(join(import.meta.dirname, 'package.json'))('s3rver');
/** Its only account; it reads the id of the key, and not the signature. */
const KEY = 'S3RVER';

test('a bucket of s3rver holds a file a period under its final name, and refuses another key', async (t) => {
  await using bench = await makeBench(ENGINE.SQLite);
  const { store, clock } = bench;
  const server = new S3rver({
    ...{ address: '127.0.0.1', port: 0, silent: true, directory: makeFolder() },
    configureBuckets: [{ name: 'cuentas' }],
  });
  const { port } = await server.run();
  t.after(() => server.close());
  const process = makeProcess(t, bench, store);
  const url = `http://127.0.0.1:${port}`;
  const destino: Destino = {
    clase: 's3',
    ...{ url, region: 'us-east-1', cubo: 'cuentas', prefijo: 'pepa/', clave: KEY },
  };
  // The server refuses a signature of another day.
  const nowMs = Date.now();
  clock.set(nowMs - 3 * DAY_MS);
  const id = await schedule(process, store, destino, { secreto: KEY });
  clock.set(nowMs);
  for (let n = 0; n < 5; n += 1) await process.scheduler.runOnce();
  const runs = await store.envios.history(RESTAURANTE_ID, id, 10);
  assert.ok(runs.length >= 2);
  for (const run of runs) {
    assert.equal(run.estado, 'entregada', JSON.stringify(run));
    const found = await fetch(`${url}/cuentas/pepa/${run.archivo}`);
    assert.equal((await found.arrayBuffer()).byteLength, run.bytes);
  }
  const listed = await (await fetch(`${url}/cuentas`)).text();
  assert.deepEqual(
    [...listed.matchAll(/<Key>([^<]+)<\/Key>/g)].map(([, key]) => key),
    runs.map(({ periodo }) => `pepa/casa-pepa_iva_${periodo}.csv`).sort(),
  );
  const wrong = await schedule(process, store, { ...destino, clave: 'OTRA' }, { secreto: KEY });
  const envio = await process.envios.find(RESTAURANTE_ID, wrong);
  assert.ok(envio !== null);
  const llegada = await process.envios.test(envio, await actOf(store));
  assert.deepEqual(llegada, { ok: false, fallo: 'acceso', detalle: '403 InvalidAccessKeyId' });
});
