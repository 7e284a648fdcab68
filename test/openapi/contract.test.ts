import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import type { Ruta } from '../../src/contract/rutas/ruta.ts';
import { OPERACIONES, RUTAS } from '../../src/contract/rutas/rutas.ts';
import { readOpenapi } from '../support/openapi-validator.ts';

/**
 * The endpoints of the contract, transcribed by hand: method, path, scope and query parameters, without those of
 * webhooks.
 */
const CONTRACT = [
  'GET /pedidos pedidos.leer estado tipo desde hasta limite cursor',
  'GET /pedidos/{id} pedidos.leer',
  'GET /pedidos/{id}/historial pedidos.leer',
  'GET /carta carta.leer solo_disponibles',
  'GET /zonas restaurante.leer',
  'GET /restaurante restaurante.leer',
  'GET /resumen pedidos.leer periodo',
  'GET /stream stream.escuchar llave eventos Last-Event-ID',
];

const rutas: [id: string, ruta: Ruta][] = OPERACIONES.map((id) => [id, RUTAS[id]]);

describe('the route table', () => {
  test('has every endpoint of the contract, with its scope and its parameters', () => {
    for (const line of CONTRACT) {
      const [method, path, alcance, ...parameters] = line.split(' ');
      const ruta = rutas.find(([, each]) => each.method === method && each.path === path)?.[1];
      assert.equal(ruta?.alcance, alcance, line);
      const known = Object.keys(ruta?.query ?? {});
      assert.deepEqual(
        known.filter((name) => parameters.includes(name)),
        parameters,
        line,
      );
    }
  });

  test('names the parts of each path', () => {
    for (const [id, { path, params }] of rutas) {
      const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      assert.deepEqual(Object.keys(params), named, id);
    }
  });

  test('gives each operation a method and path of its own', () => {
    const keys = rutas.map(([, { method, path }]) => `${method} ${path}`);
    assert.equal(new Set(keys).size, keys.length);
  });
});

describe('the document', () => {
  const { paths } = readOpenapi();

  test('has every operation of the table, and no other', () => {
    const documented = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    assert.deepEqual(
      documented.sort(),
      rutas.map(([, { method, path }]) => `${method} ${path}`).sort(),
    );
  });

  test('declares for every operation that it needs a key, and with which scope', () => {
    for (const [id, { path, method, alcance }] of rutas) {
      const operation = paths[path]?.[method.toLowerCase()] as unknown as { security: unknown };
      const inQuery = id === 'escucharEventos' ? [{ llaveEnConsulta: [alcance] }] : [];
      assert.deepEqual(operation.security, [{ llave: [alcance] }, ...inQuery], id);
    }
  });
});

describe('every path of the table', () => {
  for (const client of ['clients/typescript/src', 'clients/python/src/comanda']) {
    test(`is known to the code of ${client}`, () => {
      const folder = join(import.meta.dirname, '..', '..', client);
      const files = readdirSync(folder).filter((name) => /^(?!types).*\.(ts|py)$/.test(name));
      const code = files.map((name) => readFileSync(join(folder, name), 'utf8')).join('');
      for (const [id, { path }] of rutas) {
        const last = path.split('/').findLast((part) => !part.startsWith('{'));
        assert.ok(code.includes(`/${last}`), `no method for ${id}`);
      }
    });
  }
});
