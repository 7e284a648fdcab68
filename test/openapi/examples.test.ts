import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Check, Errors } from 'typebox/value';
import type { ERRORES } from '../../src/contract/errores.ts';
import { Evento } from '../../src/contract/recursos/evento.ts';
import { EJEMPLOS_EVENTO } from '../../src/contract/rutas/ejemplos.ts';
import { OPERACIONES, RUTAS } from '../../src/contract/rutas/rutas.ts';
import { readOpenapi, schemaProblems } from '../support/openapi-validator.ts';

type Json = { readonly [key: string]: unknown };

interface Shown {
  at: string;
  schema: Json;
  value: unknown;
}

/** Every place of the document that shows a value, beside its schema or inside it. */
const shown = (node: unknown, at: string): Shown[] => {
  if (typeof node !== 'object' || node === null) return [];
  const { schema, example, examples } = node as { [key: string]: unknown; schema?: Json };
  const inside = Array.isArray(examples)
    ? examples.map((value) => ({ schema: node as Json, value }))
    : [];
  const beside = [
    ...(example === undefined ? [] : [example]),
    ...Object.values((Array.isArray(examples) ? {} : examples) ?? {}).map(({ value }) => value),
  ].map((value: unknown) => ({ schema: schema as Json, value }));
  return [
    ...[...inside, ...(schema === undefined ? [] : beside)].map((each) => ({ at, ...each })),
    ...Object.entries(node).flatMap(([key, child]) =>
      key === 'value' ? [] : shown(child, `${at}/${key}`),
    ),
  ];
};

describe('examples', () => {
  const all = shown(readOpenapi(), '#');

  test('every one is what its schema in the document says', () => {
    assert.ok(all.length > 90, `only ${all.length} were found`);
    for (const { at, schema, value } of all) {
      assert.deepEqual(schemaProblems(schema, value), [], at);
    }
  });

  test('answers also pass the checks that real orders pass on their way in', () => {
    const answers = OPERACIONES.flatMap((id) =>
      Object.values(RUTAS[id].response.examples).map(({ value }) => ({
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
