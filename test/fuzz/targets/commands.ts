import assert from 'node:assert/strict';
import fc from 'fast-check';
import { COMANDOS, type Op } from '../../../src/contract/comandos.ts';
import { RECHAZOS } from '../../../src/contract/errores.ts';
import { comandos } from '../../support/arbitraries.ts';
import { RESTAURANTE_ID } from '../../support/samples.ts';
import { type AnswerLine, readAnswers, WITH_KEY } from '../../support/service.ts';
import { record, weighted } from '../../support/values/properties.ts';
import { openConnection } from '../connection.ts';
import type { FuzzServer } from '../fuzz-server.ts';
import { fromSchema } from '../inputs/from-schema.ts';
import { malformedJson, mutated, oddText } from '../inputs/text.ts';
import { RESTAURANTS } from '../restaurants.ts';
import { target } from './target.ts';

const IDS = ['ped_fuzz_1', 'ped_fuzz_2', 'ped_fuzz_3', 'ped_fuzz_4'];

/** Directs writes to restaurant `c` or to one that does not exist. */
const intoC = (line: string): string => line.replaceAll(RESTAURANTE_ID, RESTAURANTS.c.id);

const valid: fc.Arbitrary<string> = comandos(IDS, { maxLength: 1, claves: true }).map(([comando]) =>
  intoC(JSON.stringify(comando)),
);

const ids = fc.constantFrom(
  RESTAURANTS.c.id,
  RESTAURANTS.c.id,
  'rest_fuzz_nueva',
  'rest_fuzz_nadie',
);
const byschema: fc.Arbitrary<string> = fc
  .constantFrom(...(Object.keys(COMANDOS) as Op[]))
  .chain((op) => fc.tuple(fromSchema(COMANDOS[op]), ids, fc.constantFrom(...IDS)))
  .map(([document, restaurante, pedido]) => {
    if (typeof document !== 'object' || document === null)
      return JSON.stringify(document) ?? 'null';
    const fields = document as Record<string, unknown>;
    // Schemas do not know existing restaurants and orders, so their ids are put in here.
    if (typeof fields['restaurante_id'] === 'string') fields['restaurante_id'] = restaurante;
    if (typeof fields['pedido_id'] === 'string') fields['pedido_id'] = pedido;
    if (typeof fields['restaurante'] === 'object' && fields['restaurante'] !== null) {
      (fields['restaurante'] as Record<string, unknown>)['id'] = restaurante;
    }
    return JSON.stringify(fields);
  });

const line = weighted(
  [5, valid],
  [5, byschema],
  [3, mutated(fc.oneof(valid, byschema), { minEdits: 1 })],
  [2, malformedJson],
  [1, oddText],
);

interface Batch {
  lines: string[];
  ends: string;
  /** Whether bytes that are no UTF-8 separate the lines. */
  broken: boolean;
  /** Places where the bytes are cut into pieces, as fractions. */
  cuts: number[];
}

const batch: fc.Arbitrary<Batch> = record({
  lines: fc.array(line, { minLength: 1, maxLength: 6 }),
  ends: fc.constantFrom('\n', '\n', '\r\n', '\n\n'),
  broken: fc.boolean(),
  cuts: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 3 }),
});

const BROKEN = Buffer.from([0xff, 0xfe, 0xc0, 0x0a]);

const bytesOf = ({ lines, ends, broken }: Batch): Buffer =>
  Buffer.concat([
    ...(broken ? [BROKEN] : []),
    ...lines.map((each) => Buffer.from(`${each}${ends}`, 'utf8')),
  ]);

/** Counts lines as the service does: by line feeds, without a byte order mark, ignoring blank ones. */
const lineCount = (bytes: Buffer): number =>
  bytes
    .toString('latin1')
    .replace(/^\u00ef\u00bb\u00bf/, '')
    .split('\n')
    .filter((each) => !/^[\t\r ]*$/.test(each)).length;

/** Sends the pieces one after another, in chunks of their own. */
const sendBatch = async (one: Batch, server: FuzzServer): Promise<AnswerLine[]> => {
  const bytes = bytesOf(one);
  using connection = await openConnection(server.privateUrl);
  const head = [
    ...['POST /commands HTTP/1.1', 'Host: comanda', 'Transfer-Encoding: chunked'],
    ...[`Authorization: ${WITH_KEY.authorization}`, '', ''],
  ];
  connection.send(head.join('\r\n'));
  const places = [0, ...one.cuts.map((cut) => Math.floor(cut * bytes.length)), bytes.length];
  places.sort((left, right) => left - right);
  for (const [i, from] of places.entries()) {
    const piece = bytes.subarray(from, places[i + 1]);
    if (piece.length === 0) continue;
    connection.send(`${piece.length.toString(16)}\r\n`);
    connection.send(piece);
    connection.send('\r\n');
    await new Promise((done) => setImmediate(done));
  }
  connection.send('0\r\n\r\n');
  const answer = await connection.answer('POST');
  assert.equal(answer?.status, 200);
  return readAnswers(answer?.text ?? '');
};

/** Each line is answered in turn, with a documented code; none harms another. */
export const commands = target<Batch>({
  name: 'commands',
  runs: 250,
  cases: batch,
  async attack(one, server) {
    const answers = await sendBatch(one, server);
    assert.equal(answers.length, lineCount(bytesOf(one)), 'an answer for each line');
    for (const answer of answers) {
      if (answer.ok) continue;
      assert.ok(RECHAZOS.includes(answer.codigo ?? 'no_disponible'), JSON.stringify(answer));
      assert.notEqual(answer.codigo, 'no_disponible');
      assert.ok((answer.error ?? '').length > 3);
      assert.doesNotMatch(answer.error ?? '', /SQLITE|constraint|undefined|\[object/);
    }
  },
});
