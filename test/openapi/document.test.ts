import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import packageJson from '../../package.json' with { type: 'json' };
import { makeCollection } from '../../src/contract/openapi/coleccion.ts';
import { makeOpenapi, openapiText } from '../../src/contract/openapi/documento.ts';

const PATH = join(import.meta.dirname, '..', '..', 'openapi.json');

test('openapi.json is what the contract says: otherwise, npm run openapi', () => {
  const text = openapiText(makeOpenapi({ version: packageJson.version }));
  assert.ok(readFileSync(PATH, 'utf8') === text, 'run `npm run openapi` and look at the changes');
  assert.equal(openapiText(makeOpenapi({ version: packageJson.version })), text);
});

test('the address of the service is the only thing that may differ', () => {
  const elsewhere = makeOpenapi({ version: '1.2.3', publicUrl: 'https://api.example' });
  const { openapi, info, servers } = elsewhere;
  assert.equal(openapi, '3.1.0');
  assert.equal(info.version, '1.2.3');
  // A whole address: generators of clients take it literally, a variable with its braces.
  assert.equal(servers[0]?.url, 'https://api.example/api');
  const text = openapiText(elsewhere);
  assert.match(text, /"doc": "https:\/\/api\.example\/docs\/autenticacion"/);
  assert.doesNotMatch(text, /127\.0\.0\.1/);
});

test('amounts tell generators of clients that 32 bits are not enough', () => {
  const { components } = makeOpenapi({ version: '1' });
  const formatOf = (schema: string, field: string) =>
    components.schemas[schema]?.properties?.[field]?.format;
  assert.equal(formatOf('Totales', 'total_cents'), 'int64');
  assert.equal(formatOf('ProductoVendido', 'ventas_cents'), 'int64');
  assert.equal(formatOf('Item', 'cantidad'), undefined);
});

test('every description has its English, and nothing else differs', () => {
  const WORDS = ['title', 'summary', 'description'];
  const check = (es: unknown, en: unknown, path: string): void => {
    if (typeof es !== 'object' || es === null) {
      assert.equal(en, es, path);
      return;
    }
    const [from, to] = [es, en] as Record<string, unknown>[];
    assert.deepEqual(Object.keys(to ?? {}), Object.keys(from ?? {}), path);
    for (const [key, value] of Object.entries(from ?? {})) {
      const place = `${path}/${key}`;
      if (WORDS.includes(key) && typeof value === 'string')
        assert.notEqual(to?.[key], value, place);
      else check(value, to?.[key], place);
    }
  };
  const [es, en] = (['es', 'en'] as const).map((lang) => makeOpenapi({ version: '1', lang }));
  check(es, en, '');
});

test('the collection is made from the document: otherwise, npm run openapi', () => {
  const collection = makeCollection(makeOpenapi({ version: packageJson.version }));
  const path = join(import.meta.dirname, '..', '..', 'docs', 'comanda.postman_collection.json');
  assert.ok(readFileSync(path, 'utf8') === openapiText(collection), 'run `npm run openapi`');
});

describe('the linter, with its recommended rules', () => {
  const problems = async (source: string) => {
    const config = await createConfig({ extends: ['recommended'] });
    const found = await lintFromString({ source, absoluteRef: 'openapi.json', config });
    return found.map(
      ({ severity, ruleId, message, location }) =>
        `${severity} ${ruleId}: ${message} (${location[0]?.pointer})`,
    );
  };

  test('has nothing to say', async () => {
    assert.deepEqual(await problems(readFileSync(PATH, 'utf8')), []);
  });

  test('would have, if an operation had no name', async () => {
    const anonymous = readFileSync(PATH, 'utf8').replace('"operationId": "listarZonas",', '');
    assert.match((await problems(anonymous)).join('\n'), /operation-operationId/);
  });
});

test('the collection takes the id of a request from the list that was read before', () => {
  const text = openapiText(makeCollection(makeOpenapi({ version: packageJson.version })));
  const used = new Set(text.match(/(?<=\{\{)\w+_id(?=\}\})/g));
  const taken = new Set(text.match(/(?<=collectionVariables\.set\(')\w+/g));
  assert.deepEqual([...used], ['pedido_id', 'cierre_id', 'webhook_id']);
  assert.deepEqual(taken, used);
});
