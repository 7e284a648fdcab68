import type pg from 'pg';
import { READ, WRITE } from './functions.ts';

/** The name says what a function does, so that processes of two versions each have their own. */
export const createFunctions = async (client: pg.ClientBase, isCluster: boolean): Promise<void> => {
  for (const { name, parameters, returns, body } of [READ, WRITE]) {
    const { rowCount } = await client.query('SELECT WHERE to_regproc($1) IS NOT NULL', [name]);
    if (rowCount === 0) {
      await client.query(
        `CREATE OR REPLACE FUNCTION ${name}(${parameters}) RETURNS ${returns} LANGUAGE plpgsql AS $$ ${body} $$`,
      );
    }
    if (!isCluster) continue;
    const distributed = await client.query(
      'SELECT FROM pg_dist_object WHERE objid = to_regproc($1) AND force_delegation',
      [name],
    );
    if (distributed.rowCount !== 0) continue;
    await client.query(
      `SELECT create_distributed_function($1, '$1', colocate_with => 'log_heads', force_delegation => true)`,
      [`${name}(${parameters})`],
    );
  }
};
