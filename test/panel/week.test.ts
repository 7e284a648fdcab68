import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { weekOf } from '../../panel/src/pages/week.ts';

const noon = { desde: '13:00', hasta: '16:00' };
const evening = { desde: '20:00', hasta: '23:30' };

describe('the opening hours of a week', () => {
  test('begin on Monday, and a day that is not given has none', () => {
    const week = weekOf({ DOM: [evening], sábado: [noon, evening] });
    assert.deepEqual(
      week.map(({ name, franjas }) => [name, franjas.length]),
      [
        ['lunes', 0],
        ['martes', 0],
        ['miercoles', 0],
        ['jueves', 0],
        ['viernes', 0],
        ['sabado', 2],
        ['domingo', 1],
      ],
    );
  });

  test('are those of all names of a day, each of them once', () => {
    const [monday] = weekOf({ lun: [noon], lunes: [evening], Lunes: [noon] });
    assert.deepEqual(monday, { name: 'lunes', franjas: [noon, evening] });
  });

  test('of days with unknown names follow, or stand alone', () => {
    const festivos = { name: 'festivos', franjas: [noon] };
    assert.deepEqual(weekOf({ festivos: [noon], lun: [noon] }).at(-1), festivos);
    assert.deepEqual(weekOf({ festivos: [noon] }), [festivos]);
  });
});
