import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { startApp } from '../../src/app.ts';
import { loadConfig } from '../../src/config/config.ts';

test('when one door cannot be opened the other is closed again, and the reason is told', async (t) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'comanda-start-'));
  const config = loadConfig({ LOG_LEVEL: 'silent', DATA_DIR: dataDir });
  const taken = createServer().listen(0, '127.0.0.1');
  const free = createServer().listen(0, '127.0.0.1');
  await Promise.all([once(taken, 'listening'), once(free, 'listening')]);
  const port = (taken.address() as AddressInfo).port;
  const privatePort = (free.address() as AddressInfo).port;
  await new Promise((done) => free.close(done));
  t.after(async () => {
    await new Promise((done) => taken.close(done));
    await rm(dataDir, { recursive: true });
  });

  await assert.rejects(startApp({ ...config, port, privatePort }), {
    code: 'EADDRINUSE',
    port,
  });
  await assert.rejects(fetch(`http://127.0.0.1:${privatePort}/health`));

  const app = await startApp({ ...config, port: 0, privatePort });
  assert.equal(app.privateUrl, `http://127.0.0.1:${privatePort}`);
  assert.match(app.publicUrl, /^http:\/\/127\.0\.0\.1:[1-9]\d*$/);
  assert.equal((await fetch(`${app.privateUrl}/ready`)).status, 200);
  await app.stop();
});
