import { hash } from 'node:crypto';
import type { KeyedQuery, Target } from '../../../database.ts';
import { LOCK_HEAD, WRITE_HEAD, WRITE_HEAD_TYPES } from '../../../log/head.ts';
import { SKEW } from '../../../log/id-skew.ts';
import { BATCH_LOOKUPS } from '../../../log/load.ts';
import { READ_CLIENTE, RESUMEN_TARGETS } from '../../../log/resumen.ts';
import { PLAN_TARGETS } from '../../../log/write.ts';
import { MONEY_LOOKUPS, MONEY_TARGETS } from '../../../money/write.ts';
import { arrayTypes, insertText, lookupText } from '../driver/arrays-of-rows.ts';

// A batch reads and writes through two functions, so that it is four statements instead of thirty. On Citus, where a statement costs
// 0.4 ms of planning and messages, the coordinator passes each call on to the node of the restaurant (force_delegation).

export const LOOKUPS: readonly KeyedQuery[] = [
  ...BATCH_LOOKUPS,
  READ_CLIENTE,
  SKEW,
  ...MONEY_LOOKUPS,
];
export const TARGETS: readonly Target[] = [...PLAN_TARGETS, ...RESUMEN_TARGETS, ...MONEY_TARGETS];

/**
 * Up to so many rows of a table are inserted one by one, in the function; more in a statement of their own. Citus keeps the plan of
 * an INSERT of VALUES (0.05 ms) and makes that of an INSERT … SELECT anew each time (0.43 ms), and not in a delegated function.
 */
export const SINGLE_ROWS_MAX = 8;

interface BatchFunction {
  name: string;
  parameters: string;
  returns: string;
  body: string;
}

/** The parameters of each part of a function, from `first` on, as `parameters`; the statement that each part is, in `body`. */
const parts = <Part>(
  given: readonly Part[],
  first: number,
  typesOf: (part: Part) => string[],
  bodyOf: (part: Part, first: number, index: number) => string,
): { parameters: string[]; body: string; next: number } => {
  const parameters: string[] = [];
  const bodies: string[] = [];
  for (const [index, part] of given.entries()) {
    const at = first + parameters.length;
    parameters.push(...typesOf(part));
    bodies.push(`IF $${at} IS NOT NULL THEN ${bodyOf(part, at, index)} END IF;`);
  }
  return { parameters, body: bodies.join('\n'), next: first + parameters.length };
};

const named = (kind: string, made: Omit<BatchFunction, 'name'>): BatchFunction => ({
  name: `comanda_${kind}_${hash('sha256', JSON.stringify(made)).slice(0, 12)}`,
  ...made,
});

/** `{"head": {…}, "0": […], …}`: the head, locked if $2 says so, and the rows of each look-up whose keys are given. */
const makeReadFunction = (): BatchFunction => {
  const lookups = parts(
    LOOKUPS,
    3,
    ({ key }) => arrayTypes(key),
    (query, at, index) =>
      `found${index} := (SELECT json_agg(f) FROM (${lookupText(query, at)}) AS f);`,
  );
  return named('read', {
    parameters: ['text', 'boolean', ...lookups.parameters].join(),
    returns: 'json',
    body: `DECLARE head record; head_json json; ${LOOKUPS.map((_, index) => `found${index} json;`).join(' ')}
    BEGIN
      IF $2 THEN ${LOCK_HEAD} INTO head; IF FOUND THEN head_json := to_json(head); END IF; END IF;
      ${lookups.body}
      RETURN json_build_object('head', head_json, ${LOOKUPS.map((_, index) => `'${index}', found${index}`).join()});
    END`,
  });
};

const insertEach = ({ table, columns, onConflict = '' }: Target, at: number): string => {
  const values = Object.keys(columns).map((_, i) => `$${at + i}[nth]`);
  return `
    FOR nth IN 1 .. cardinality($${at}) LOOP
      INSERT INTO ${table} AS t (restaurante_id, ${Object.keys(columns).join()})
      VALUES ($1, ${values.join()}) ${onConflict};
    END LOOP;`;
};

/** The head comes last, as $2 and following. */
const makeWriteFunction = (): BatchFunction => {
  const targets = parts(
    TARGETS,
    2 + WRITE_HEAD_TYPES.length,
    ({ columns }) => arrayTypes(columns),
    insertEach,
  );
  return named('write', {
    parameters: ['text', ...WRITE_HEAD_TYPES, ...targets.parameters].join(),
    returns: 'void',
    body: `BEGIN
      ${targets.body}
      ${WRITE_HEAD};
    END`,
  });
};

export const READ = makeReadFunction();
export const WRITE = makeWriteFunction();

const callOf = ({ name, parameters }: BatchFunction, as: string): string => {
  const values = parameters.split(',').map((_, i) => `$${i + 1}`);
  return `SELECT ${name}(${values.join()}) AS ${as}`;
};
export const CALL_READ = callOf(READ, 'found');
export const CALL_WRITE = callOf(WRITE, 'written');

/** The statements that the functions carry out, as they would be sent one by one. */
export const STATEMENTS = [
  LOCK_HEAD,
  WRITE_HEAD,
  ...LOOKUPS.map((query) => lookupText(query)),
  ...TARGETS.map((target) => insertText(target)),
];
