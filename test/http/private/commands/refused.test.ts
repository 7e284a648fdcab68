import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import {
  comando,
  RESTAURANTE_ID,
  samplePedido,
  sampleRestaurante,
  sampleZonas,
} from '../../../support/samples.ts';
import { type AnswerLine, startService, WITH_KEY } from '../../../support/service.ts';

/** A valid `pedido.crear` with one mistake: another value at a pointer, or none. */
const spoilt = (pointer: string, value?: unknown): object => {
  const command = structuredClone(comando.crear());
  const steps = pointer.split('/').slice(1).map(unescapePointer);
  const field = steps.pop() ?? '';
  let node: object = command;
  for (const step of steps) node = Reflect.get(node, step);
  if (value === undefined) Reflect.deleteProperty(node, field);
  else Reflect.set(node, field, value);
  return command;
};
const unescapePointer = (step: string) => step.replaceAll('~1', '/').replaceAll('~0', '~');

const service = await startService({ after });
await service.command(
  comando.guardarRestaurante(),
  comando.guardarRestaurante(sampleRestaurante({ id: 'rest_otro' })),
  comando.guardarRestaurante(sampleRestaurante({ id: 'rest_sin_ingesta' }), {}),
  comando.crear(samplePedido({ id: 'ped_1' })),
  comando.crear(samplePedido({ id: 'ped_hecho', estado: 'entregado' })),
);

describe('a refused line', () => {
  /** The line goes between two good ones, which must stay unaffected. */
  const refused = async (line: object | string): Promise<AnswerLine> => {
    const [first, answer, last] = await service.command(
      comando.guardarRestaurante(),
      line,
      comando.guardarRestaurante(),
    );
    assert.deepEqual([first?.ok, answer?.ok, last?.ok], [true, false, true]);
    assert.deepEqual([first?.linea, answer?.linea, last?.linea], [1, 2, 3]);
    assert.ok(answer !== undefined);
    return answer;
  };

  const cases: Record<string, [line: object | string, codigo: string, ruta?: string]> = {
    'is not JSON': ['{"op":"pedido.crear",}', 'json_invalido'],
    'is cut JSON': ['{"op":"pedido.crear"', 'json_invalido'],
    'is no object': ['["pedido.crear"]', 'comando_invalido', ''],
    'is null': ['null', 'comando_invalido', ''],
    'names no operation': [{ restaurante_id: RESTAURANTE_ID }, 'comando_invalido', '/op'],
    'names an unknown operation': [{ op: 'pedido.borrar' }, 'comando_invalido', '/op'],
    'names an operation of every object': [{ op: 'constructor' }, 'comando_invalido', '/op'],
    'has a prototype among its fields': [
      '{"op":"pedido.cancelar","restaurante_id":"rest_1","pedido_id":"ped_1","__proto__":{"ok":true}}',
      'comando_invalido',
      '/__proto__',
    ],
    'nests beyond reason': [
      `{"op":"pedido.cancelar","restaurante_id":"rest_1","pedido_id":"ped_1","detalle":{"a":${'['.repeat(400_000)}${']'.repeat(400_000)}}}`,
      'comando_invalido',
      '/detalle',
    ],
    'leaves a final state': [comando.avanzar('ped_hecho', 'cancelado'), 'transicion_invalida'],
    'names an order that is not there': [comando.cancelar('ped_x'), 'no_encontrado', '/pedido_id'],
    'names the order of another restaurant': [
      comando.cancelar('ped_1', { restaurante_id: 'rest_otro' }),
      'no_encontrado',
      '/pedido_id',
    ],
    'names a restaurant that is not there': [
      comando.crear(samplePedido(), { restaurante_id: 'rest_x' }),
      'no_encontrado',
      '/restaurante_id',
    ],
    'is for a restaurant whose ingestion is not enabled': [
      comando.crear(samplePedido(), { restaurante_id: 'rest_sin_ingesta' }),
      'ingesta_no_habilitada',
      '/restaurante_id',
    ],
    'makes an order that exists': [
      comando.crear(samplePedido({ id: 'ped_1' })),
      'conflicto',
      '/pedido/id',
    ],
    'brings a menu to nobody': [
      comando.guardarCarta(undefined, 'rest_x'),
      'no_encontrado',
      '/restaurante_id',
    ],
    'draws a zone that is not closed': [
      comando.guardarZonas(
        sampleZonas().map(({ poligono, ...zona }) => ({
          ...zona,
          poligono: {
            ...poligono,
            coordenadas: poligono.coordenadas.map((ring) => ring.with(-1, [0, 0])),
          },
        })),
      ),
      'comando_invalido',
      '/zonas/0/poligono/coordenadas/0',
    ],
    'keeps time in no known zone': [
      comando.guardarRestaurante(sampleRestaurante({ zona_horaria: 'Europe/Atlantis' })),
      'comando_invalido',
      '/restaurante/zona_horaria',
    ],
  };
  const spoils: Record<string, [pointer: string, value?: unknown]> = {
    'has an extra field whose name needs escaping': ['/pedido/items/1/a~1b~0c', 1],
    'has a day that is not in the calendar': ['/momento', '2026-02-30T12:00:00Z'],
  };
  for (const [reason, [pointer, value]] of Object.entries(spoils)) {
    cases[reason] = [spoilt(pointer, value), 'comando_invalido', pointer];
  }
  for (const [reason, [line, codigo, ruta]] of Object.entries(cases)) {
    test(`because it ${reason}`, async () => {
      const answer = await refused(line);
      assert.equal(answer.codigo, codigo);
      assert.equal(answer.ruta, ruta);
      assert.ok((answer.error ?? '').length > 10);
    });
  }

  test('over 1 MiB, and the lines after it are carried out', async () => {
    const line = JSON.stringify(comando.cancelar('ped_1', { usuario: 'x'.repeat(1_100_000) }));
    const answer = await refused(line);
    assert.equal(answer.codigo, 'comando_invalido');
    assert.match(answer.error ?? '', /1048576 bytes/);
  });

  test('of exactly 1 MiB is not too long', async () => {
    const line = JSON.stringify({ op: 'x' });
    const answer = await refused(line + ' '.repeat(1_048_576 - line.length));
    assert.equal(answer.ruta, '/op');
  });

  test('because it is not UTF-8', async () => {
    const good = Buffer.from(`${JSON.stringify(comando.guardarRestaurante())}\n`);
    const bad = Buffer.from('{"op":"pedido.cancelar","usuario":"\xff\xfe"}\n', 'latin1');
    const response = await fetch(`${service.privateUrl}/commands`, {
      method: 'POST',
      headers: WITH_KEY,
      body: Buffer.concat([good, bad, good]),
    });
    const answers: AnswerLine[] = (await response.text())
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    assert.deepEqual(
      answers.map(({ ok, codigo }) => codigo ?? ok),
      [true, 'json_invalido', true],
    );
  });

  test('tells what is allowed, in Spanish', async () => {
    const messages: [pointer: string, value: unknown, reason: string][] = [
      [
        '/pedido/numero',
        '20260231-1',
        'debe ser un texto de la forma ^\\d{8}-\\d{1,12}$, como 20261115-42.',
      ],
      ['/pedido/totales/total_cents', -1, 'debe ser un entero entre 0 y 1000000000000.'],
      ['/pedido/tipo', 'domicilio', 'debe ser uno de: reparto, recogida, mesa.'],
      ['/pedido/items/0/opciones/1/nombre', undefined, 'falta.'],
      [
        '/pedido/cliente/dni',
        'x',
        'no se admite este campo; se admiten: nombre, telefono, email, consintio_marketing.',
      ],
      ['/pedido/direccion', 'x', 'debe ser un objeto o null.'],
      ['/pedido/cliente/consintio_marketing', 'no', 'debe ser true o false.'],
      ['/pedido/totales/moneda', 'euros', 'debe ser un texto de la forma ^[A-Z]{3}$, como EUR.'],
      [
        '/pedido_id',
        'x',
        'no se admite este campo; se admiten: op, restaurante_id, origen, usuario, detalle, momento, clave, pedido.',
      ],
    ];
    for (const [pointer, value, reason] of messages) {
      const { error } = await refused(spoilt(pointer, value));
      assert.equal(error, `${pointer}: ${reason}`);
    }
    assert.match((await refused({ op: 'x' })).error ?? '', /pedido\.crear, pedido\.avanzar/);
    assert.match((await refused('{"op":1,}')).error ?? '', /\(posición 8\)/);
  });

  test('the last of repeated fields counts', async () => {
    const line =
      '{"op":"pedido.crear","op":"pedido.cancelar","restaurante_id":"rest_x","pedido_id":"ped_1"}';
    assert.equal((await refused(line)).codigo, 'no_encontrado');
  });
});
