import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Check, Errors } from 'typebox/value';
import type { ERRORES } from '../../src/contract/errores.ts';
import { Evento } from '../../src/contract/evento.ts';
import { EJEMPLOS, EJEMPLOS_EVENTO } from '../../src/contract/openapi/ejemplos/ejemplos.ts';
import { OPERACIONES, RUTAS } from '../../src/contract/rutas.ts';
import { readOpenapi, schemaProblems } from '../support/openapi-validator.ts';

type Json = { readonly [key: string]: unknown };

/** Every place of the document that shows a value beside its schema. */
const shown = (node: unknown, at: string): { at: string; schema: Json; value: unknown }[] => {
  if (typeof node !== 'object' || node === null) return [];
  const { schema, example, examples, ...rest } = node as Record<string, unknown>;
  const deeper = Object.entries(rest).flatMap(([key, child]) => shown(child, `${at}/${key}`));
  if (typeof schema !== 'object' || schema === null || 'type' in node) return deeper;
  const named = Object.entries((examples ?? {}) as Record<string, { value: unknown }>);
  return [
    ...(example === undefined ? [] : [{ at, schema: schema as Json, value: example }]),
    ...named.map(([name, { value }]) => ({ at: `${at}/${name}`, schema: schema as Json, value })),
    ...deeper,
  ];
};

describe('examples', () => {
  const all = shown(readOpenapi(), '#');

  test('every one is what its schema in the document says', () => {
    assert.ok(all.length > 50, `only ${all.length} were found`);
    for (const { at, schema, value } of all) {
      assert.deepEqual(schemaProblems(schema, value), [], at);
    }
  });

  test('answers also pass the checks that real orders pass on their way in', () => {
    const answers = OPERACIONES.flatMap((id) =>
      Object.values(EJEMPLOS[id]).map(({ value }) => ({
        schema: RUTAS[id].response.schema,
        value,
      })),
    );
    const events = Object.values(EJEMPLOS_EVENTO).map(({ value }) => ({ schema: Evento, value }));
    for (const { schema, value } of [...answers, ...events]) {
      assert.ok(Check(schema, value), JSON.stringify(Errors(schema, value)));
    }
  });

  test('there is one of every error that an operation may give', () => {
    const codes = new Set<string>(OPERACIONES.flatMap((id) => [...RUTAS[id].errors]));
    const examples = all
      .map(({ value }) => (value as { codigo?: keyof typeof ERRORES } | null)?.codigo)
      .filter((codigo) => codigo !== undefined);
    assert.deepEqual(
      [...codes].filter((codigo) => !examples.some((each) => each === codigo)),
      [],
    );
  });
});
