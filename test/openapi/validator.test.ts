import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { PEDIDO_REPARTO as pedido } from '../../src/contract/rutas/ejemplos.ts';
import { openapiProblems, type RealAnswer } from '../support/openapi-validator.ts';

const ALWAYS = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'private, no-cache',
  'x-request-id': 'abc-1',
  'x-ratelimit-limit': '60',
  'x-ratelimit-remaining': '59',
  'x-ratelimit-reset': '1794686591',
  ratelimit: '"llave";r=59;t=60',
  vary: 'Accept-Encoding',
  'x-content-type-options': 'nosniff',
  'ratelimit-policy': '"llave";q=60;w=60',
};
const FRESH = { ...ALWAYS, etag: '"abc"' };

const answer = (overrides: Partial<RealAnswer> = {}): RealAnswer => ({
  method: 'GET',
  path: '/api/pedidos/ped_1?x=1',
  status: 200,
  headers: FRESH,
  body: JSON.stringify(pedido),
  ...overrides,
});

const refusal = (codigo: string) =>
  JSON.stringify({ ok: false, error: 'No.', codigo, doc: 'https://comanda.example/docs' });

// Every test of the public API shows that documented answers pass.
describe('an undocumented answer does not pass', () => {
  const { etag: _, ...withoutEtag } = FRESH;
  const wrong: [name: string, answer: RealAnswer, problem: RegExp][] = [
    ['a field too many', answer({ body: JSON.stringify({ ...pedido, extra: 1 }) }), /additional/],
    ['a field too few', answer({ body: JSON.stringify({ ...pedido, pago: undefined }) }), /pago/],
    ['a value that is none', answer({ body: JSON.stringify({ ...pedido, tipo: 'x' }) }), /tipo/],
    ['no JSON', answer({ body: '{' }), /not JSON/],
    ['another type', answer({ headers: { ...FRESH, 'content-type': 'text/html' } }), /text\/html/],
    ['a missing header', answer({ headers: withoutEtag }), /ETag is missing/],
    [
      'a header that is no number',
      answer({ headers: { ...FRESH, 'x-ratelimit-limit': 'x' } }),
      /X-RateLimit-Limit/,
    ],
    ['a status that nobody expects', answer({ status: 202 }), /202 is not documented/],
    ['success where nothing is', answer({ path: '/nada' }), /200 is no error/],
    ['a 304 with a body', answer({ status: 304 }), /no body/],
    [
      'a code of another status',
      answer({ status: 404, headers: ALWAYS, body: refusal('error_interno') }),
      /error_interno belongs to 500/,
    ],
  ];
  for (const [name, each, problem] of wrong) {
    test(name, () => assert.match(openapiProblems(each).join('\n'), problem));
  }
});
