import assert from 'node:assert/strict';
import fc from 'fast-check';
import { OPERACIONES, RUTAS } from '../../../src/contract/rutas/rutas.ts';
import { isStream, type WireAnswer } from '../answers.ts';
import type { Arena } from '../arena.ts';
import { type Ask, aKey, encode, someHeaders } from '../ask.ts';
import { type Connection, openConnection } from '../connection.ts';
import { hostileText } from '../hostile.ts';
import { assertNoLeak, assertSane } from '../judge.ts';
import { anyLooted, looted } from '../loot.ts';
import { aMoment, cutAt } from './bytes.ts';
import { target } from './target.ts';

interface Case {
  asks: Ask[];
  cuts: number[];
}

const READS = OPERACIONES.map((operacion) => RUTAS[operacion]).filter(
  ({ method, path }) => method === 'GET' && path !== '/stream',
);

const path = fc
  .tuple(fc.constantFrom(...READS.map((ruta) => ruta.path)), looted('pedido'), looted('webhook'))
  .map(([pattern, pedido, webhook]) =>
    pattern.replace('{id}', pattern.startsWith('/webhooks') ? webhook : pedido),
  );

const query = fc.oneof(
  { weight: 2, arbitrary: fc.constant('') },
  fc.constantFrom(
    '?limite=3',
    '?limite=0',
    '?estado=listo',
    '?periodo=7d',
    '?solo_disponibles=true',
  ),
  anyLooted.map((each) => `?cursor=${each}`),
  hostileText.map((each) => `?limite=${each}`),
);

/** Nearly always what the express lane takes, or what it should not take and may look like it. */
const ask: fc.Arbitrary<Ask> = fc.record(
  {
    who: aKey,
    method: fc.constantFrom('GET', 'GET', 'GET', 'GET', 'GET', 'GET', 'HEAD', 'OPTIONS', 'DELETE'),
    target: fc
      .tuple(
        fc.oneof(
          { weight: 6, arbitrary: path },
          hostileText.map((each) => `/${each}`),
        ),
        query,
      )
      .map(([where, behind]) => `/api${where}${behind}`),
    headers: someHeaders,
    body: fc.oneof({ weight: 9, arbitrary: fc.constant(null) }, fc.constant('hola')),
    chunked: fc.boolean(),
  },
  { noNullPrototype: true },
);

const cases: fc.Arbitrary<Case> = fc.record(
  {
    asks: fc.array(ask, { minLength: 1, maxLength: 4 }),
    cuts: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 3 }),
  },
  { noNullPrototype: true },
);

type Deliver = (connection: Connection, requests: readonly Buffer[], one: Case) => Promise<Answers>;
type Answers = (WireAnswer | null)[];

/** Each when the one before has been answered. */
const inTurn: Deliver = async (connection, requests, { asks }) => {
  const answers: Answers = [];
  for (const [i, bytes] of requests.entries()) {
    connection.send(bytes);
    const answer = await connection.answer(asks[i]?.method);
    answers.push(answer);
    if (answer === null || answer.headers['connection'] === 'close' || isStream(answer)) break;
  }
  return answers;
};

const inPieces =
  (cutsOf: (one: Case) => readonly number[]): Deliver =>
  async (connection, requests, one) => {
    for (const [i, piece] of cutAt(Buffer.concat(requests), cutsOf(one)).entries()) {
      if (i > 0) await aMoment();
      connection.send(piece);
    }
    const answers: Answers = [];
    for (const { method } of one.asks) {
      const answer = await connection.answer(method);
      answers.push(answer);
      if (answer === null || answer.headers['connection'] === 'close' || isStream(answer)) break;
    }
    return answers;
  };

/** The first thing that is not plain hands a connection over for good: this is Node's from then on. */
const afterSomethingElse: Deliver = async (connection, requests, one) => {
  connection.send('OPTIONS /api/zonas HTTP/1.1\r\nHost: comanda.example\r\n\r\n');
  assert.equal((await connection.answer('OPTIONS'))?.status, 204);
  return inTurn(connection, requests, one);
};

const WAYS: Record<string, Deliver> = {
  'one by one': inTurn,
  'on a connection that is Node’s': afterSomethingElse,
  'all at once': inPieces(() => []),
  'in pieces': inPieces(({ cuts }) => cuts),
};

/** What tells when and for whom an answer was made, and not what it says. */
const PASSING = new Set([
  ...['date', 'x-ratelimit-remaining', 'x-ratelimit-reset', 'ratelimit', 'retry-after'],
]);
const MINTED_ID = /^[0-9a-z]{12}-[0-9a-z]+$/;

const steady = (answer: WireAnswer | null) => {
  if (answer === null) return null;
  const { status, headers, text } = answer;
  const kept = Object.entries(headers)
    .filter(([name]) => !PASSING.has(name))
    .map(([name, value]) => [name, MINTED_ID.test(value) ? 'minted' : value]);
  return { status, text, headers: Object.fromEntries(kept.sort()) };
};

const sendAll = async (deliver: Deliver, one: Case, arena: Arena) => {
  const connection = await openConnection(arena.publicUrl);
  try {
    const requests: Buffer[] = [];
    for (const each of one.asks) requests.push(await encode(each, arena));
    const answers = await deliver(connection, requests, one);
    for (const [i, answer] of answers.entries()) {
      if (answer === null) continue;
      assertSane(answer);
      assertNoLeak(one.asks[i] ?? { who: { key: 'nobody' } }, answer);
    }
    return answers.map(steady);
  } finally {
    connection.close();
  }
};

/**
 * The same requests get the same answers, to the header, whichever parser reads them and however the
 * network cuts them: nobody can tell the express lane from Node, and nothing can be slipped between them.
 */
export const lanes = target<Case>({
  name: 'lanes',
  runs: 120,
  cases,
  async attack(one, arena) {
    for (const [way, deliver] of Object.entries(WAYS).slice(1)) {
      // Deliveries under way may change what is said of a webhook between two readings.
      let expected = await sendAll(inTurn, one, arena);
      let actual = await sendAll(deliver, one, arena);
      for (let i = 0; i < 2 && JSON.stringify(expected) !== JSON.stringify(actual); i += 1) {
        expected = await sendAll(inTurn, one, arena);
        actual = await sendAll(deliver, one, arena);
      }
      assert.deepEqual(actual, expected, way);
    }
  },
});
