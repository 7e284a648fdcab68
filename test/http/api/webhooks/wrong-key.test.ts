import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { startApp } from '../../../../src/app.ts';
import { loadConfig } from '../../../../src/config/config.ts';
import { makeFolder } from '../../../support/machine/folder.ts';
import { comando } from '../../../support/samples.ts';
import { startService, startTwoProcesses } from '../../../support/service.ts';
import { assertError, makeClient, withToken } from '../client.ts';
import { carryOut } from '../world.ts';
import { create, post, URL_AJENA } from './hooks.ts';

const OURS = 'nuestra-llave-de-los-secretos-guardados';

test('a start with another key is refused, and does not block the next start', async (t) => {
  const DATA_DIR = makeFolder();
  const start = (SECRETS_KEY: string) =>
    startApp({
      ...loadConfig({ LOG_LEVEL: 'silent', DATA_DIR, SECRETS_KEY }),
      port: 0,
      privatePort: 0,
    });

  // Without webhooks there is nothing to decrypt: any key will do.
  await (await start(`otra-${OURS}`)).stop();
  const service = await startService(t, { env: { DATA_DIR, SECRETS_KEY: OURS } });
  await carryOut(service, comando.guardarRestaurante());
  const { token } = await service.makeLlave();
  await create(withToken(makeClient(service.publicUrl), token));
  await service.stop();

  await assert.rejects(start(`otra-${OURS}`), {
    name: 'SecretBoxError',
    message: /was encrypted with another key: set SECRETS_KEY/,
  });
  await (await start(OURS)).stop();
});

test('a start without the key is refused, and leaves no other in its place', async (t) => {
  const DATA_DIR = makeFolder();
  const service = await startService(t, { env: { DATA_DIR, SECRETS_KEY: OURS } });
  await carryOut(service, comando.guardarRestaurante());
  const { token } = await service.makeLlave();
  await create(withToken(makeClient(service.publicUrl), token));
  await service.stop();
  const config = loadConfig({ LOG_LEVEL: 'silent', DATA_DIR });
  await assert.rejects(startApp({ ...config, port: 0, privatePort: 0 }), {
    name: 'KeyFileError',
    message: /encrypted with a key that is not in .*secrets\.key: set SECRETS_KEY to it/,
  });
  assert.deepEqual(
    readdirSync(DATA_DIR).filter((name) => name.endsWith('.key')),
    [],
  );
});

test('of two processes with different keys, the second cannot add a webhook', async (t) => {
  const envs = [{ SECRETS_KEY: OURS }, { SECRETS_KEY: `otra-${OURS}` }] as const;
  const [first, second] = await startTwoProcesses(t, envs);
  await carryOut(first, comando.guardarRestaurante());
  const { token } = await first.makeLlave();
  const ask = withToken(makeClient(first.publicUrl), token);
  await create(ask);
  const reply = await makeClient(second.publicUrl)(
    '/webhooks',
    post({ url: URL_AJENA }, { token }),
  );
  assertError(reply, 'error_interno');
  await create(ask);
});
