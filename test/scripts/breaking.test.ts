import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Document, findBreaks } from '../../scripts/release/breaking.ts';

const document = (): Document => ({
  paths: {
    '/pedidos': {
      get: {
        parameters: [{ name: 'tipo', in: 'query', schema: { type: 'string', enum: ['a', 'b'] } }],
        responses: { 200: {}, 400: {} },
      },
    },
  },
  components: {
    schemas: {
      Pedido: {
        type: 'object',
        required: ['id'],
        properties: { id: { type: 'string' }, items: { type: 'array', items: { type: 'object' } } },
      },
    },
  },
});

const changed = (change: (now: Document) => void): string[] => {
  const now = document();
  change(now);
  return findBreaks(document(), now);
};
const operation = (now: Document) => now.paths['/pedidos']?.['get'] ?? {};
const order = (now: Document) => now.components?.schemas?.['Pedido'] ?? {};

test('additions break nothing', () => {
  const added = changed((now) => {
    now.paths['/nuevo'] = { get: {} };
    operation(now).parameters?.push({ name: 'q', in: 'query' });
    Object.assign(order(now).properties ?? {}, { nuevo: { type: 'string' } });
  });
  assert.deepEqual(added, []);
});

test('each way to break a program is named', () => {
  const breaks: [(now: Document) => void, string][] = [
    [(now) => delete now.paths['/pedidos'], 'GET /pedidos is gone'],
    [(now) => operation(now).parameters?.pop(), 'GET /pedidos ?tipo is gone'],
    [
      (now) => operation(now).parameters?.[0]?.schema?.enum?.pop(),
      'GET /pedidos ?tipo no longer has "b"',
    ],
    [
      (now) => operation(now).parameters?.push({ name: 'q', in: 'query', required: true }),
      'GET /pedidos ?q is now required',
    ],
    [(now) => delete operation(now).responses?.['400'], 'GET /pedidos no longer answers 400'],
    [(now) => delete order(now).properties?.['id'], 'Pedido.id is gone'],
    [(now) => order(now).required?.pop(), 'Pedido.id may now be absent'],
    [
      (now) => Object.assign(order(now).properties?.['id'] ?? {}, { type: 'integer' }),
      'Pedido.id has another type',
    ],
  ];
  for (const [change, message] of breaks) assert.deepEqual(changed(change), [message]);
});
