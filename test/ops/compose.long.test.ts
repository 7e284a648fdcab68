import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { makeFolder } from '../support/machine/folder.ts';
import { bringProgram } from '../support/machine/programs.ts';

const OPS = join(import.meta.dirname, '../../ops');
const ENV = {
  DOMAIN: 'pedidos.example.com',
  INGEST_KEY: 'x'.repeat(32),
  SECRETS_KEY: 'ab'.repeat(32),
  POSTGRES_PASSWORD: 'secret',
};

test('compose reads its file, and both processes have the same settings', () => {
  const keyFile = join(makeFolder(), 'ingest.key');
  writeFileSync(keyFile, ENV.INGEST_KEY);
  const { files, env } = bringProgram('compose');
  const [program = '', library = ''] = files;
  const given = { ...env, ...ENV, INGEST_KEY_FILE: keyFile, PYTHONPATH: join(library, '..') };
  // The system's Python, whose packages these are.
  const args = [program, '--file', join(OPS, 'compose.yaml'), 'config', '--services'];
  const services = execFileSync('/usr/bin/python3', args, { env: given, encoding: 'utf8' });
  const expected = ['caddy', 'comanda-1', 'comanda-2', 'postgres', 'prometheus'];
  assert.deepEqual(services.trim().split('\n').sort(), expected);
  const { DOMAIN: _, ...without } = given;
  const refused = () => execFileSync('/usr/bin/python3', args, { env: without, stdio: 'pipe' });
  assert.throws(refused, /DOMAIN/);
});

test('Prometheus reads its settings and the alerts', () => {
  const { path, env } = bringProgram('prometheus');
  const check = (...args: string[]) =>
    execFileSync(path, ['check', ...args], { env, stdio: 'pipe' });
  check('config', '--syntax-only', join(OPS, 'prometheus/prometheus.yml'));
  assert.match(String(check('rules', join(OPS, 'prometheus/comanda.rules.yml'))), /rules found/);
});

test('Caddy reads its settings with the names that compose gives', () => {
  const { path, env } = bringProgram('caddy');
  const given = { ...env, DOMAIN: ENV.DOMAIN, UPSTREAMS: 'comanda-1:8080 comanda-2:8080' };
  const args = ['adapt', '--adapter', 'caddyfile', '--config', join(OPS, 'proxy/Caddyfile')];
  const adapted = String(execFileSync(path, args, { env: given, stdio: 'pipe' }));
  for (const name of ['comanda-1:8080', 'comanda-2:8080', ENV.DOMAIN])
    assert.ok(adapted.includes(`"${name}"`), name);
});
