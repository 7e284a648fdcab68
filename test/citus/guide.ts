import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { makeFolder, removeFolder } from '../support/machine/folder.ts';
import {
  atDatabase,
  citusNodes,
  createOnCluster,
  dropOnCluster,
  SHARDS,
} from '../support/postgres/citus.ts';
import { query, withClient } from '../support/postgres/query.ts';
import { comando, RESTAURANTE_ID } from '../support/samples.ts';
import { toBody } from '../support/service.ts';

const run = promisify(execFile);
const GUIDE = new URL('../../docs/guides/citus.md', import.meta.url);
const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
const BLOCK = /^```(sql|sh)(?: (\w[\w ]*))?\n(.*?)^```$/gms;

/** Names of this run instead of the guide's: several share a cluster. */
const name = `comanda_guide_${randomBytes(4).toString('hex')}`;
const restored = `${name}_restored`;
const nodes = citusNodes() ?? [];
const [coordinator = '', first = '', last = ''] = nodes;
const SERVERS: Record<string, string> = {
  '10.0.0.1': coordinator,
  '10.0.0.2': first,
  '10.0.0.3': last,
  '10.0.0.4': last,
  '10.0.0.5': first,
};

const placed = (text: string): string =>
  Object.entries(SERVERS)
    .reduce((given, [ip, node]) => {
      const { hostname, port } = new URL(node);
      return given
        .replaceAll(`'${ip}', 5432`, `'${hostname}', ${port}`)
        .replaceAll(`'${ip}' AND nodeport = 5432`, `'${hostname}' AND nodeport = ${port}`);
    }, text)
    .replaceAll(/\b(ROLE|DATABASE|OWNER) comanda\b/g, `$1 ${name}`);

/** Statement by statement, as psql sends them. */
const runSql = (server: string, text: string): Promise<void> =>
  withClient(server, async (client) => {
    for (const statement of placed(text).split(/;$/m)) {
      if (statement.trim() !== '') await client.query(statement);
    }
  });

/** Roles and databases are made on each node by itself; Citus would pass them on. */
const runApart = (server: string, text: string): Promise<void> =>
  runSql(
    server,
    `SET citus.enable_create_role_propagation TO off;\nSET citus.enable_create_database_propagation TO off;\n${text}`,
  );

const ownedUrl = (database: string): string => {
  const url = new URL(atDatabase(coordinator, database));
  url.username = name;
  url.password = '';
  return url.href;
};

test('every command of the guide does what it says, in its order', async () => {
  const folder = makeFolder();
  const env = {
    PATH: `${folder}${delimiter}${process.env['PATH'] ?? ''}`,
    DATA_DIR: join(folder, 'data'),
    SECRETS_KEY: 'una-llave-que-comparten-todos-los-procesos',
    LOG_LEVEL: 'warn',
  };
  after(async () => {
    await dropOnCluster(nodes, name);
    for (const node of nodes) {
      await runSql(
        node,
        `SET citus.enable_create_role_propagation TO off;\nDROP ROLE IF EXISTS ${name};`,
      );
    }
    removeFolder(folder);
  });
  writeFileSync(join(folder, 'comanda'), `#!/bin/sh\nexec "${process.execPath}" "${MAIN}" "$@"\n`, {
    mode: 0o755,
  });
  mkdirSync(env.DATA_DIR, { mode: 0o700 });
  const shell = async (text: string, databaseUrl?: string): Promise<string> => {
    const url = databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl };
    const { stdout } = await run('sh', ['-ec', text], { cwd: folder, env: { ...env, ...url } });
    return stdout;
  };
  // The SQLite database that `comanda copy` finds.
  writeFileSync(
    join(folder, 'orders.ndjson'),
    toBody([comando.guardarRestaurante(), comando.crear()]),
  );
  await shell('comanda import orders.ndjson');

  const everywhere = async (servers: readonly string[], text: string, database?: string) => {
    for (const server of servers) {
      await runApart(database === undefined ? server : atDatabase(server, database), text);
    }
  };
  const heard: string[] = [];
  const HOW: Record<string, (text: string) => Promise<unknown>> = {
    'sql every node': async (text) => {
      await everywhere(nodes, text);
      // Few, because shards move one after the other.
      await runSql(coordinator, `ALTER DATABASE ${name} SET citus.shard_count TO ${SHARDS};`);
    },
    'sql every database': (text) => everywhere(nodes, text, name),
    'sql coordinator': (text) => runSql(atDatabase(coordinator, name), text),
    // The new node is the one that was taken out.
    'sql new node': async (text) => {
      await dropOnCluster([last], name);
      await runSql(last, `SET citus.enable_create_role_propagation TO off;\nDROP ROLE ${name};`);
      await everywhere([last], text);
    },
    'sql new database': (text) => everywhere([last], text, name),
    sh: async (text) => heard.push(await shell(text, ownedUrl(name))),
    'sh restore': async (text) => {
      await createOnCluster(nodes, restored, name);
      heard.push(await shell(text, ownedUrl(restored)));
    },
  };
  const blocks = [...readFileSync(GUIDE, 'utf8').matchAll(BLOCK)];
  assert.equal(blocks.length, readFileSync(GUIDE, 'utf8').split('\n```').length >> 1);
  for (const [, language = '', where, text = ''] of blocks) {
    const how = where === undefined ? language : `${language} ${where}`;
    const carryOut = HOW[how];
    assert.ok(carryOut, how);
    await carryOut(text).catch((error: Error) => {
      throw new Error(`${text}\n${error.message}`, { cause: error });
    });
  }

  const said = heard.join('\n');
  assert.match(said, /distributed log_heads by restaurant/);
  assert.match(said, /^ok +cluster +3 nodes answer and can move shards$/m);
  for (const database of [name, restored]) {
    const url = ownedUrl(database);
    assert.deepEqual(await query(url, 'SELECT restaurante_id AS id FROM pedidos'), [
      { id: RESTAURANTE_ID },
    ]);
    const used = await query(url, 'SELECT DISTINCT nodeport FROM pg_dist_shard_placement');
    assert.equal(used.length, 2, 'both workers have shards');
  }
});
