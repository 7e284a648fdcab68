import { randomBytes } from 'node:crypto';
import { sha256Hex } from '../../src/admin/secrets.ts';
import { ALCANCES } from '../../src/contract/alcances.ts';
import { TOKEN_RANDOM_BYTES } from '../../src/contract/ids.ts';
import { createDatabase } from '../../test/support/postgres/databases.ts';
import { query, withClient } from '../../test/support/postgres/query.ts';
import { comando, sampleRestaurante } from '../../test/support/samples.ts';
import { sendCommands } from '../../test/support/service.ts';
import { beforeNewestMigration, unpackBuild } from '../rig/old-build.ts';
import type { Rig } from '../rig/rig.ts';
import type { Scenario } from '../scenario.ts';
import { acknowledged, checkReplaced, LIGHT_LOAD, PROCESSES } from './rolling.ts';

/** Commands for the old build to carry out first. */
const DATA_COMMANDS = 200;
const STEP_COMMANDS = 30;

/** An old build has made the database and runs on beside the new one, which takes over process by process. */
export const upgrade: Scenario = {
  name: 'upgrade',
  about: 'three processes of an earlier version replaced one after another by this one',
  engines: ['postgres'],
  rounds: 1,
  async prepare({ t, random, from }) {
    const version = from ?? (await beforeNewestMigration());
    if (version === null) return 'there is no history: name an earlier version with --from';
    const main = await unpackBuild(t, version);
    const { url, drop } = await createDatabase();
    t.after(drop);
    return {
      rig: {
        servers: PROCESSES,
        main,
        database: { url },
        seed: (ids, keys, processes) => seedOld(url, ids, keys, processes.privateUrl(random)),
      },
      play: replaceBuild,
      check: async (rig) => [...checkReplaced(rig), ...(await checkDerived(url))],
    };
  },
};

const replaceBuild = async (rig: Rig): Promise<void> => {
  const stopLoad = rig.startLoad(LIGHT_LOAD);
  await acknowledged(rig, DATA_COMMANDS);
  rig.processes.useBuild(null);
  for (let index = 0; index < PROCESSES; index += 1) {
    await rig.processes.stop(index);
    await acknowledged(rig, STEP_COMMANDS);
    await rig.processes.start(index);
    await acknowledged(rig, STEP_COMMANDS);
  }
  await stopLoad();
};

/** Seeds through the old build's private door and with plain rows: this checkout's storage would migrate the database. */
const seedOld = async (
  url: string,
  ids: readonly string[],
  count: number,
  privateUrl: string,
): Promise<Map<string, string[]>> => {
  const tokens = new Map<string, string[]>();
  for (const id of ids) {
    const restaurante = sampleRestaurante({ id, slug: id.replace('rest_', 'casa-') });
    const [answer] = await sendCommands(privateUrl, [comando.guardarRestaurante(restaurante)]);
    if (!answer?.ok) throw new Error(`no restaurant: ${JSON.stringify(answer)}`);
    tokens.set(
      id,
      Array.from(
        { length: count },
        () => `svc_live_${randomBytes(TOKEN_RANDOM_BYTES).toString('hex')}`,
      ),
    );
  }
  await withClient(url, async (client) => {
    for (const [id, own] of tokens) {
      await client.query(
        `INSERT INTO llaves (id, restaurante_id, hash, nombre, etiqueta, alcances, pista, creador, creada_ms)
         SELECT 'llv_' || $1 || '_' || n, $1, hash, 'pruebas', 'live', $3, '', 'pruebas', 0
         FROM unnest($2::text[]) WITH ORDINALITY AS u (hash, n)`,
        [id, own.map(sha256Hex), ALCANCES.join(',')],
      );
    }
  });
  return tokens;
};

/** Checks that sums and indexes which the API shows late or not at all cover all orders. */
const checkDerived = async (url: string): Promise<string[]> => {
  const [found] = await query<Record<'cuartos' | 'unnumbered' | 'unindexed', string>>(
    url,
    `SELECT (SELECT sum(pedidos + cancelados) FROM resumen_cuartos)
              - (SELECT count(*) FROM pedidos) AS cuartos,
            (SELECT count(*) FROM pedidos p WHERE NOT EXISTS (
              SELECT 1 FROM pedidos_referencias r
              WHERE r.restaurante_id = p.restaurante_id AND r.pedido_id = p.id)) AS unnumbered,
            (SELECT count(*) FROM pedidos p WHERE NOT EXISTS (
              SELECT 1 FROM pedidos_clientes c
              WHERE c.restaurante_id = p.restaurante_id AND c.pedido_id = p.id)) AS unindexed`,
  );
  return Object.entries(found ?? {}).flatMap(([what, count]) =>
    Number(count) === 0 ? [] : [`${count} orders are missing: ${what}`],
  );
};
