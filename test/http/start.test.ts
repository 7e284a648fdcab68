import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { test } from 'node:test';
import { startApp } from '../../src/app.ts';
import { loadConfig } from '../../src/config/config.ts';
import { makeFolder } from '../support/machine/folder.ts';
import { freePort, listen } from '../support/machine/loopback.ts';

test('when one listener cannot start, the other is closed again and the reason is reported', async (t) => {
  const dataDir = makeFolder();
  const config = loadConfig({ LOG_LEVEL: 'silent', DATA_DIR: dataDir });
  const taken = createServer();
  const port = Number(new URL(await listen(taken)).port);
  const privatePort = await freePort();
  t.after(() => taken.close());

  await assert.rejects(startApp({ ...config, port, privatePort }), { code: 'EADDRINUSE', port });
  await assert.rejects(fetch(`http://127.0.0.1:${privatePort}/health`));

  const app = await startApp({ ...config, port: 0, privatePort });
  assert.equal(app.privateUrl, `http://127.0.0.1:${privatePort}`);
  assert.match(app.publicUrl, /^http:\/\/127\.0\.0\.1:[1-9]\d*$/);
  assert.equal((await fetch(`${app.privateUrl}/ready`)).status, 200);
  await app.stop();
});
