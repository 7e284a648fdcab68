import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { until } from '../../../support/until.ts';
import { exchange, openSocket } from '../../../support/wire.ts';
import { startPanelServer } from '../panel-server.ts';

const head = (more: string) =>
  `POST /panel/api/sesion HTTP/1.1\r\nHost: panel.example\r\nOrigin: http://panel.example\r\nX-Comanda-Panel: 1\r\nContent-Type: application/json\r\nConnection: close\r\n${more}\r\n\r\n`;

test('cuerpo_demasiado_grande: a stranger’s body is refused before it is read', async (t) => {
  const { publicUrl } = await startPanelServer(t);
  for (const more of ['Content-Length: 16385', 'Transfer-Encoding: chunked']) {
    const { status, body } = await exchange(publicUrl, head(more));
    assert.equal(status, 413, more);
    assert.equal(JSON.parse(body).codigo, 'cuerpo_demasiado_grande');
  }
});

test('a request whose client goes away is no error in the log', async (t) => {
  const { publicUrl, lines } = await startPanelServer(t);
  const socket = await openSocket(publicUrl);
  socket.write(`${head('Content-Length: 100')}{"email":`);
  await wait(50);
  socket.destroy();
  await until(() => lines.some(({ msg }) => msg === 'panel request'));
  assert.deepEqual(
    lines.filter(({ level }) => Number(level) >= 50),
    [],
  );
});
