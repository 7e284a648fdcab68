import assert from 'node:assert/strict';
import { chmod, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it, type TestContext } from 'node:test';
import { createDatabase, createMigratedDatabase } from '../support/postgres/databases.ts';
import { startSmtp } from '../support/receiver/smtp.ts';
import { type Server, startServer } from '../support/server.ts';
import { installComanda } from './comanda.ts';

interface Report {
  estado: string;
  comprobaciones: { nombre: string; estado: string; detalle: string; consejo: string | null }[];
}

const examine = async (t: TestContext, env: Record<string, string>) => {
  const { run } = installComanda(t);
  const { code, stdout, stderr } = await run(['doctor', '--json'], { env });
  assert.equal(stderr, '');
  const { estado, comprobaciones } = JSON.parse(stdout) as Report;
  assert.equal(code, estado === 'fault' ? 1 : 0);
  for (const { estado, consejo } of comprobaciones) assert.equal(consejo === null, estado === 'ok');
  const of = (name: string) => comprobaciones.find(({ nombre }) => nombre === name);
  return {
    estado,
    names: comprobaciones.map(({ nombre }) => nombre),
    bad: comprobaciones.flatMap(({ nombre, estado }) =>
      estado === 'ok' ? [] : `${nombre}: ${estado}`,
    ),
    of: (name: string) => [of(name)?.estado, of(name)?.detalle] as const,
  };
};

/** The environment in which an operator asks about a running server. */
const envOf = ({ publicUrl, privateUrl, dataDir }: Server) => ({
  DATA_DIR: dataDir,
  PORT: new URL(publicUrl).port,
  PRIVATE_PORT: new URL(privateUrl).port,
});

describe('doctor', () => {
  it('finds a running service in order, its mail included', async (t) => {
    const { env: mail } = await startSmtp(t);
    const server = await startServer(t, { env: {} });
    const { names, bad, of } = await examine(t, { ...envOf(server), ...mail });
    // The machine of the test may be short of room.
    assert.deepEqual(
      bad.filter((line) => !line.startsWith('disk')),
      [],
    );
    assert.ok(names.length > 12, names.join());
    assert.match(of('service')[1] ?? '', /is ready and takes the ingest key/);
    assert.match(of('mail')[1] ?? '', /takes mail from Comanda <avisos@comanda.example>/);
  });

  it('finds what is wrong with a running service', async (t) => {
    const server = await startServer(t, { env: { TRUST_PROXY: 'loopback' } });
    await chmod(server.dataDir, 0o755);
    await chmod(join(server.dataDir, 'ingest.key'), 0o644);
    const other = new DatabaseSync(join(server.dataDir, 'comanda.db'));
    other.exec('BEGIN IMMEDIATE');
    t.after(() => other.close());
    const { of } = await examine(t, {
      ...envOf(server),
      INGEST_KEY: 'the-key-of-another-process',
      PUBLIC_URL: server.publicUrl,
      SMTP_URL: 'smtp://127.0.0.1:9',
      MAIL_FROM: 'avisos@comanda.example',
    });
    assert.match(of('data folder').join(), /^fault,other users may read .*ingest\.key/);
    assert.match(of('database lock').join(), /^fault,another program has held/);
    assert.match(of('service').join(), /^fault,.* refuses the ingest key \(401\)/);
    assert.match(of('proxy').join(), /^fault,a client can choose the address/);
    assert.match(of('mail').join(), /^fault,127.0.0.1:9 takes no mail/);
  });

  it('finds a service that cannot be reached', async (t) => {
    const env = { PRIVATE_PORT: '61999', PUBLIC_URL: 'http://127.0.0.1:61999' };
    const { estado, of } = await examine(t, env);
    assert.equal(estado, 'fault');
    assert.match(of('database').join(), /^fault,there is no database yet/);
    assert.match(of('service').join(), /^warning,.*ECONNREFUSED/);
    assert.match(of('public address').join(), /^fault,.*ECONNREFUSED/);
  });

  it('examines PostgreSQL, and changes nothing in it', async (t) => {
    await using database = await createMigratedDatabase();
    const { of } = await examine(t, { DATABASE_URL: database.url });
    assert.match(of('database').join(), /^ok,PostgreSQL \d+/);
    // The server of the tests does without, for speed.
    assert.match(of('database settings').join(), /^fault,off: .*fsync/);
    for (const name of ['schema', 'database clock', 'database locks', 'database connections']) {
      assert.equal(of(name)[0], 'ok', of(name).join());
    }
    await using empty = await createDatabase();
    const fresh = await examine(t, { DATABASE_URL: empty.url });
    assert.match(fresh.of('schema').join(), /^warning,\d+ migrations to go/);
    assert.match(fresh.of('secrets key').join(), /^warning,not tried/);
    const again = await examine(t, { DATABASE_URL: empty.url });
    assert.match(again.of('schema').join(), /^warning/);
  });

  it('says on a line each what is wrong and what to do, also of the settings alone', async (t) => {
    const { run, folder } = installComanda(t);
    const { code, stdout } = await run(['doctor'], { env: { PORT: 'eighty' } });
    assert.equal(code, 1);
    assert.match(
      stdout,
      /^fault {4}configuration +PORT must be .*\n {9}comanda --help lists the variables\n$/,
    );
    assert.deepEqual(await readdir(folder), []);
  });
});
