import assert from 'node:assert/strict';
import fc from 'fast-check';
import { OPERACIONES, RUTAS } from '../../../src/contract/rutas/rutas.ts';
import { record, weighted } from '../../support/values/properties.ts';
import { isStream, type WireAnswer } from '../answers.ts';
import { assertNoLeak, assertPlausible } from '../checks.ts';
import { type Connection, openConnection } from '../connection.ts';
import type { FuzzServer } from '../fuzz-server.ts';
import { anyRealValue, realValue } from '../inputs/real-values.ts';
import { aKey, encode, type RequestCase, someHeaders } from '../inputs/request.ts';
import { oddText } from '../inputs/text.ts';
import { cutAt, pause } from './bytes.ts';
import { target } from './target.ts';

interface Case {
  requests: RequestCase[];
  cuts: number[];
}

const READS = OPERACIONES.map((operacion) => RUTAS[operacion]).filter(
  ({ method, path }) => method === 'GET' && path !== '/stream',
);

const path = fc
  .tuple(
    fc.constantFrom(...READS.map((ruta) => ruta.path)),
    realValue('pedido'),
    realValue('webhook'),
  )
  .map(([pattern, pedido, webhook]) =>
    pattern.replace('{id}', pattern.startsWith('/webhooks') ? webhook : pedido),
  );

const query = weighted(
  [2, fc.constant('')],
  [
    1,
    fc.constantFrom(
      '?limite=3',
      '?limite=0',
      '?estado=listo',
      '?periodo=7d',
      '?solo_disponibles=true',
    ),
  ],
  [1, anyRealValue.map((each) => `?cursor=${each}`)],
  [1, oddText.map((each) => `?limite=${each}`)],
);

/** Mostly plain reads, which clients pipeline. */
const request: fc.Arbitrary<RequestCase> = record({
  who: aKey,
  method: fc.constantFrom('GET', 'GET', 'GET', 'GET', 'GET', 'GET', 'HEAD', 'OPTIONS', 'DELETE'),
  target: fc
    .tuple(weighted([6, path], [1, oddText.map((each) => `/${each}`)]), query)
    .map(([where, behind]) => `/api${where}${behind}`),
  headers: someHeaders,
  body: weighted([9, fc.constant(null)], [1, fc.constant('hola')]),
  chunked: fc.boolean(),
});

const cases: fc.Arbitrary<Case> = record({
  requests: fc.array(request, { minLength: 1, maxLength: 4 }),
  cuts: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 3 }),
});

type Deliver = (connection: Connection, requests: readonly Buffer[], one: Case) => Promise<Answers>;
type Answers = (WireAnswer | null)[];

/** Sends each request after the answer to the one before. */
const oneByOne: Deliver = async (connection, requests, { requests: cases }) => {
  const answers: Answers = [];
  for (const [i, bytes] of requests.entries()) {
    connection.send(bytes);
    const answer = await connection.answer(cases[i]?.method);
    answers.push(answer);
    if (answer === null || answer.headers['connection'] === 'close' || isStream(answer)) break;
  }
  return answers;
};

const inPieces =
  (cutsOf: (one: Case) => readonly number[]): Deliver =>
  async (connection, requests, one) => {
    for (const [i, piece] of cutAt(Buffer.concat(requests), cutsOf(one)).entries()) {
      if (i > 0) await pause();
      connection.send(piece);
    }
    const answers: Answers = [];
    for (const { method } of one.requests) {
      const answer = await connection.answer(method);
      answers.push(answer);
      if (answer === null || answer.headers['connection'] === 'close' || isStream(answer)) break;
    }
    return answers;
  };

/** Sends them on a connection that has already answered another kind of request. */
const afterAnother: Deliver = async (connection, requests, one) => {
  connection.send('OPTIONS /api/zonas HTTP/1.1\r\nHost: comanda.example\r\n\r\n');
  assert.equal((await connection.answer('OPTIONS'))?.status, 204);
  return oneByOne(connection, requests, one);
};

const WAYS: Record<string, Deliver> = {
  'one by one': oneByOne,
  'after another request': afterAnother,
  'all at once': inPieces(() => []),
  'in pieces': inPieces(({ cuts }) => cuts),
};

/** Headers that differ between two answers to the same request. */
const VOLATILE = new Set([
  ...['date', 'x-ratelimit-remaining', 'x-ratelimit-reset', 'ratelimit', 'retry-after'],
]);
const MINTED_ID = /^[0-9a-z]{12}-[0-9a-z]+$/;

const withoutVolatile = (answer: WireAnswer | null) => {
  if (answer === null) return null;
  const { status, headers, text } = answer;
  const kept = Object.entries(headers)
    .filter(([name]) => !VOLATILE.has(name))
    .map(([name, value]) => [name, MINTED_ID.test(value) ? 'minted' : value]);
  return { status, text, headers: Object.fromEntries(kept.sort()) };
};

const sendAll = async (deliver: Deliver, one: Case, server: FuzzServer) => {
  using connection = await openConnection(server.publicUrl);
  const requests: Buffer[] = [];
  for (const each of one.requests) requests.push(await encode(each, server));
  const answers = await deliver(connection, requests, one);
  for (const [i, answer] of answers.entries()) {
    if (answer === null) continue;
    assertPlausible(answer);
    assertNoLeak(one.requests[i] ?? { who: { key: 'nobody' } }, answer);
  }
  return answers.map(withoutVolatile);
};

/** The same requests get the same answers, headers included, however they are pipelined and cut. */
export const pipelining = target<Case>({
  name: 'pipelining',
  runs: 120,
  cases,
  async attack(one, server) {
    for (const [way, deliver] of Object.entries(WAYS).slice(1)) {
      // Deliveries under way may change a webhook's answer between two readings.
      let expected = await sendAll(oneByOne, one, server);
      let actual = await sendAll(deliver, one, server);
      for (let i = 0; i < 5 && JSON.stringify(expected) !== JSON.stringify(actual); i += 1) {
        await pause(200);
        expected = await sendAll(oneByOne, one, server);
        actual = await sendAll(deliver, one, server);
      }
      assert.deepEqual(actual, expected, way);
    }
  },
});
