import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chown, mkdir, readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { carryOut, seedSampleRestaurant } from '../http/api/world.ts';
import { chooseRunner } from '../support/postgres/folder.ts';
import { startPostgres } from '../support/postgres/postgres.ts';
import { query } from '../support/postgres/query.ts';
import { comando, RESTAURANTE_ID } from '../support/samples.ts';
import { type Service, startService } from '../support/service.ts';
import { until } from '../support/until.ts';

const run = promisify(execFile);
const PAGE = fileURLToPath(new URL('../../docs/point-in-time.md', import.meta.url));
const PLACE = '/var/backups/comanda';
const SECRETS_KEY = 'una-clave-de-pruebas-de-mas-de-32-letras';

/** The samples of the page in one language, with their indentation and place adapted. */
const samples = (page: string, language: string, place: string): string[] =>
  [...page.matchAll(new RegExp(`^( *)\`\`\`${language}\n([\\s\\S]*?)^ *\`\`\``, 'gm'))].map(
    ([, indent = '', text = '']) =>
      text
        .split('\n')
        .map((line) => line.slice(indent.length))
        .join('\n')
        .replaceAll(PLACE, place),
  );

const installationOf = async (): Promise<string | null> => {
  const versions = await readdir('/usr/lib/postgresql').catch((): string[] => []);
  const folder = join('/usr/lib/postgresql', versions.toSorted().at(-1) ?? '');
  return existsSync(join(folder, 'bin', 'pg_basebackup')) ? folder : null;
};

const ordersOf = async ({ store }: Service): Promise<number> =>
  (await store.log.events(RESTAURANTE_ID, 0, 1_000)).length;

test('the page on point-in-time recovery brings back a moment, and nothing after it', async (t) => {
  const installation = await installationOf();
  if (installation === null) {
    return t.diagnostic('not tried: this machine has no pg_basebackup of a whole PostgreSQL');
  }
  const page = await readFile(PAGE, 'utf8');
  const runner = chooseRunner();
  // Beside the data, in which PostgreSQL runs the command.
  const [ini = ''] = samples(page, 'ini', '../archive');
  const settings = Object.fromEntries(
    [...ini.matchAll(/^(\w+) = '(.*)'$/gm)].map(([, name = '', value = '']) => [name, value]),
  );
  assert.deepEqual(Object.keys(settings), ['archive_mode', 'archive_command', 'archive_timeout']);
  const postgres = await startPostgres({ installation, settings });
  t.after(() => postgres.stop());
  const place = join(dirname(postgres.data), 'archive');
  for (const folder of [place, join(place, 'wal')]) {
    await mkdir(folder, { recursive: true });
    if (runner) await chown(folder, runner.uid, runner.gid);
  }
  // PostgreSQL's user owns the folder above its data, as on Debian.
  if (runner) await chown(dirname(postgres.data), runner.uid, runner.gid);
  const shell = (script: string, env: Record<string, string> = {}) =>
    run('sh', ['-ec', script], {
      ...runner,
      cwd: '/',
      env: {
        PATH: `${installation}/bin:${process.env['PATH']}`,
        DATABASE_URL: postgres.url,
        PGDATA: postgres.data,
        ...env,
      },
    });
  const [makeBase = '', archive = '', goBack = ''] = samples(page, 'sh', place);

  const env = { DATABASE_URL: postgres.url, SECRETS_KEY };
  const service = await startService(t, { env });
  await seedSampleRestaurant(service);
  await shell(makeBase);
  await carryOut(service, comando.crear(), comando.crear());
  const wanted = await ordersOf(service);
  await wait(1_100);
  const [row] = await query(postgres.url, 'SELECT now()::text AS moment');
  await wait(1_100);
  await carryOut(service, comando.crear());
  assert.equal(await ordersOf(service), wanted + 1);
  await service.stop();
  await service.store.close();
  const [{ wal } = { wal: '' }] = await query(
    postgres.url,
    'SELECT pg_walfile_name(pg_current_wal_lsn()) AS wal',
  );
  await shell(archive);
  await until(() => existsSync(join(place, 'wal', String(wal))));
  await postgres.down('SIGINT');

  const [base = ''] = (await readdir(place)).filter((name) => name.startsWith('base-'));
  await shell(goBack, { BASE: join(place, base), MOMENT: String(row?.['moment']) });
  await postgres.up();
  await until(async () => {
    const [state] = await query(postgres.url, 'SELECT pg_is_in_recovery() AS on');
    return state?.['on'] === false;
  });
  const again = await startService(t, { env });
  assert.equal(await ordersOf(again), wanted);
  await carryOut(again, comando.crear());
  assert.equal(await ordersOf(again), wanted + 1);
});
