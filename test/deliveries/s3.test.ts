import assert from 'node:assert/strict';
import { createHash, createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { describe, test } from 'node:test';
import type { Destino } from '../../src/contract/panel/envios.ts';
import { ENGINE } from '../storage/conformance/engines.ts';
import { makeBench } from '../storage/conformance/harness.ts';
import { freePort, startSite } from '../support/machine/loopback.ts';
import { RESTAURANTE_ID } from '../support/samples.ts';
import type { Cleanup } from '../support/service.ts';
import { actOf, DAILY, IVA, makeProcess, schedule, seedDays } from './world.ts';

const NEXT_MORNING = Date.UTC(2026, 10, 16, 5, 1);
const [KEY_ID, SECRET, REGION] = ['AKIDEXAMPLE', 'una clave secreta', 'eu-south-2'];

const sha256 = (of: string | Buffer): string => createHash('sha256').update(of).digest('hex');
const hmac = (key: string | Buffer, text: string): Buffer =>
  createHmac('sha256', key).update(text).digest();

/** Signature Version 4 as the reference of S3 describes it, written apart from the library under test. */
const signatureOf = ({ method, url, headers }: IncomingMessage, signed: string): string => {
  const at = String(headers['x-amz-date']);
  const canonical = [
    ...[method, url, ''],
    ...signed.split(';').map((name) => `${name}:${headers[name]}`),
    ...['', signed, headers['x-amz-content-sha256']],
  ].join('\n');
  const scope = `${at.slice(0, 8)}/${REGION}/s3/aws4_request`;
  const toSign = ['AWS4-HMAC-SHA256', at, scope, sha256(canonical)].join('\n');
  const key = scope
    .split('/')
    .reduce((last: string | Buffer, part) => hmac(last, part), `AWS4${SECRET}`);
  return hmac(key, toSign).toString('hex');
};

/** A bucket that checks every signature and hash. */
const startBucket = async (t: Cleanup) => {
  const objects = new Map<string, string>();
  const url = await startSite(t, (request, response) => {
    void buffer(request).then((body) => {
      const { authorization = '', 'x-amz-content-sha256': hash } = request.headers;
      const [, id, signed = '', signature] =
        /Credential=([^/]+)\/.*SignedHeaders=([^,]+), ?Signature=(\w+)/.exec(authorization) ?? [];
      const isRight = id === KEY_ID && signature === signatureOf(request, signed);
      if (!isRight || hash !== sha256(body)) {
        response.writeHead(403).end('<Error><Code>SignatureDoesNotMatch</Code></Error>');
        return;
      }
      objects.set(request.url ?? '', body.toString());
      response.end();
    });
  });
  return { objects, url };
};

describe('deliveries to a bucket', () => {
  test('put a signed object at its name, each time the same', async (t) => {
    await using bench = await makeBench(ENGINE.SQLite);
    const { store, clock } = bench;
    const bucket = await startBucket(t);
    const process = makeProcess(t, bench, store);
    await seedDays(store, ['2026-11-15']);
    const destino: Destino = {
      ...{ clase: 's3', url: bucket.url, region: REGION, cubo: 'cuentas' },
      ...{ prefijo: 'casa pepa/', clave: KEY_ID },
    };
    const id = await schedule(process, store, destino, { secreto: SECRET });
    clock.set(NEXT_MORNING);
    await process.scheduler.runOnce();
    const [run] = await store.envios.history(RESTAURANTE_ID, id, 1);
    assert.partialDeepStrictEqual(run, { estado: 'entregada', fallo: null });
    const path = '/cuentas/casa%20pepa/casa-pepa_iva_2026-11-15.csv';
    assert.deepEqual([...bucket.objects.keys()], [path]);
    assert.equal(sha256(bucket.objects.get(path) ?? ''), run?.sha256);
    assert.ok(bucket.objects.get(path)?.includes('ped_2026-11-15'));

    const wrong = await schedule(process, store, destino, { secreto: 'otra' });
    const envio = await process.envios.find(RESTAURANTE_ID, wrong);
    assert.ok(envio !== null);
    assert.deepEqual(await process.envios.test(envio, await actOf(store)), {
      ...{ ok: false, fallo: 'acceso', detalle: '403 SignatureDoesNotMatch' },
    });
    assert.equal(bucket.objects.size, 1);
  });

  test('go only where webhooks may go', async (t) => {
    await using bench = await makeBench(ENGINE.SQLite);
    const { store } = bench;
    const act = await actOf(store);
    const process = makeProcess(t, bench, store);
    const guarded = makeProcess(t, bench, store, { allowed: [] });
    const destino: Destino = {
      ...{
        clase: 's3',
        url: `http://127.0.0.1:${await freePort()}`,
        region: REGION,
        cubo: 'c',
        prefijo: '',
      },
      clave: KEY_ID,
    };
    const given = { nombre: 'IVA', que: IVA, cuando: DAILY, destino, secreto: SECRET };
    const refused = await guarded.envios.create(given, act);
    assert.ok(refused.outcome === 'invalid' && refused.campo === '/destino/url');
    // The rules have changed since it was created.
    const id = await schedule(process, store, destino, { secreto: SECRET });
    const envio = await process.envios.find(RESTAURANTE_ID, id);
    assert.ok(envio !== null);
    const llegada = await guarded.envios.test(envio, act);
    assert.ok(!llegada.ok && llegada.fallo === 'direccion_prohibida');
    const nobody = await process.envios.test(envio, act);
    assert.ok(!nobody.ok && nobody.fallo === 'conexion');
  });
});
