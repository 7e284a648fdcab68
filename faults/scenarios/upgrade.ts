import { createDatabase } from '../../test/support/postgres/databases.ts';
import { query } from '../../test/support/postgres/query.ts';
import { makeNextBuild } from '../rig/next-build.ts';
import type { Rig } from '../rig/rig.ts';
import type { Scenario } from '../scenario.ts';
import { acknowledged, checkReplaced, LIGHT_LOAD, PROCESSES } from './rolling.ts';

/** Commands for this version to carry out first. */
const DATA_COMMANDS = 200;
const STEP_COMMANDS = 30;

/** Touches tables that every command writes, and reads all orders. */
const MIGRATION = `
ALTER TABLE historial ADD COLUMN canal text;
ALTER TABLE pedidos ADD COLUMN canal text;
CREATE TABLE pedidos_por_canal (
  restaurante_id text COLLATE "C" PRIMARY KEY,
  pedidos        bigint NOT NULL
);
INSERT INTO pedidos_por_canal SELECT restaurante_id, count(*) FROM pedidos GROUP BY 1;
`;

/** This version has made the database and runs on beside the next one, which takes over process by process. */
export const upgrade: Scenario = {
  name: 'upgrade',
  about: 'three processes replaced one after another by those of a version with one more migration',
  engines: ['postgres'],
  rounds: 1,
  async prepare({ t }) {
    const { url, drop } = await createDatabase();
    t.after(drop);
    const next = makeNextBuild(t, MIGRATION);
    return {
      rig: { servers: PROCESSES, database: { url } },
      play: (rig) => replaceBuild(rig, next),
      check: async (rig) => [...checkReplaced(rig), ...(await checkUpgraded(url))],
    };
  },
};

const replaceBuild = async (rig: Rig, next: string): Promise<void> => {
  const stopLoad = rig.startLoad(LIGHT_LOAD);
  await acknowledged(rig, DATA_COMMANDS);
  rig.processes.useBuild(next);
  for (let index = 0; index < PROCESSES; index += 1) {
    await rig.processes.stop(index);
    await acknowledged(rig, STEP_COMMANDS);
    await rig.processes.start(index);
    await acknowledged(rig, STEP_COMMANDS);
  }
  await stopLoad();
};

const checkUpgraded = async (url: string): Promise<string[]> => {
  const [found] = await query<{ upgraded: string; all: string }>(
    url,
    `SELECT (SELECT sum(pedidos) FROM pedidos_por_canal) AS upgraded,
            (SELECT count(*) FROM pedidos) AS "all"`,
  );
  const [upgraded, all] = [Number(found?.upgraded), Number(found?.all)];
  return 0 < upgraded && upgraded < all
    ? []
    : [`of ${all} orders, ${upgraded} were there when the database was upgraded`];
};
