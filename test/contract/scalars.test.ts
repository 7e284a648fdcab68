import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import Type from 'typebox';
import { Compile } from 'typebox/compile';
import { COMANDOS } from '../../src/contract/comandos.ts';
import { Fiscal } from '../../src/contract/recursos/partes.ts';
import { Pedido } from '../../src/contract/recursos/pedido.ts';
import { Restaurante } from '../../src/contract/recursos/restaurante.ts';
import { Zona } from '../../src/contract/recursos/zona.ts';
import {
  Cents,
  ClockTime,
  CurrencyCode,
  Id,
  OPEN_DEPTH_MAX,
  OpenEnum,
  OpenObject,
  TEXT_CHARS_MAX,
  Text,
  Timestamp,
} from '../../src/contract/scalars.ts';
import { comando, sampleRestaurante, sampleZonas } from '../support/samples.ts';
import { words } from '../support/values/words.ts';

/** Asserts which values the schema accepts. */
const judge = (schema: Type.TSchema, cases: { yes: unknown[]; no: unknown[] }): void => {
  const validator = Compile(schema);
  for (const value of cases.yes) assert.equal(validator.Check(value), true, String(value));
  for (const value of cases.no) assert.equal(validator.Check(value), false, String(value));
};

test('money: whole cents, from zero to a ceiling that sums stay exact under', () => {
  judge(Cents(), {
    yes: [0, 1, 3_679, 1_000_000_000_000],
    no: [-1, 0.5, 36.79, '3679', 1_000_000_000_001, Number.NaN, Number.POSITIVE_INFINITY, 1n],
  });
});

test('timestamps: UTC with Z, on days that exist', () => {
  judge(Timestamp(), {
    yes: words(`
        2026-11-15T13:30:00Z 2026-11-15T13:30:00.1Z 2026-11-15T13:30:00.123456789Z
        2024-02-29T00:00:00Z 2000-02-29T23:59:59.999Z 0001-01-01T00:00:00Z
      `),
    no: [
      ...words(`
        2026-11-15T13:30:00+01:00 2026-11-15T13:30:00+00:00 2026-11-15T13:30:00
        2026-11-15T13:30:00z 2026-11-15t13:30:00Z
      `),
      '2026-11-15 13:30:00Z',
      '2026-11-15T13:30:00Z\n',
      ...words(`
        2026-11-15T13:30Z 2026-11-15 2026-02-30T00:00:00Z 2026-02-29T00:00:00Z
        1900-02-29T00:00:00Z 2026-04-31T00:00:00Z 2026-13-01T00:00:00Z 2026-00-01T00:00:00Z
        2026-01-00T00:00:00Z 2026-11-15T24:00:00Z 2026-11-15T13:60:00Z 2026-11-15T23:59:60Z
        2026-11-15T13:30:00.Z 2026-11-15T13:30:00.1234567890Z
      `),
      ' 2026-11-15T13:30:00Z',
      '+002026-11-15T13:30:00Z',
      // Local days of these years may not have four digits.
      '0000-06-01T00:00:00Z',
      '9999-12-31T23:59:59Z',
      1_763_213_400_000,
    ],
  });
});

test('every timestamp that is accepted is an instant', () => {
  for (const text of ['0001-01-01T00:00:00Z', '9998-12-31T23:59:59.999999999Z']) {
    assert.ok(Compile(Timestamp()).Check(text));
    assert.ok(Number.isFinite(Date.parse(text)), text);
  }
});

test('clock times: HH:MM, and 24:00 for a day that ends at midnight', () => {
  judge(ClockTime(), {
    yes: ['00:00', '09:30', '19:59', '23:59', '24:00'],
    no: ['24:01', '25:00', '9:30', '12:60', '12:3', '12:30:00', '', '12:30\n'],
  });
});

test('ids: the prefix of their kind, then 1 to 64 characters that are safe in a path', () => {
  judge(Id('pedido'), {
    yes: ['ped_1', 'ped_01J9ZQ-x_Y', `ped_${'a'.repeat(64)}`],
    no: [
      ...words('ped_ PED_1 itm_1 1 ped_a/b'),
      'ped_a b',
      'ped_ñ',
      `ped_${'a'.repeat(65)}`,
      'ped_1\n',
    ],
  });
});

test('text: up to 4,000 characters, however many bytes they take', () => {
  judge(Text(), {
    yes: [
      '',
      'tamaño',
      '👩‍🍳',
      'dos\nlíneas\t…',
      'x'.repeat(TEXT_CHARS_MAX),
      '😀'.repeat(TEXT_CHARS_MAX),
    ],
    no: ['x'.repeat(TEXT_CHARS_MAX + 1), '😀'.repeat(TEXT_CHARS_MAX + 1)],
  });
});

test('text that a database cannot hold is refused: NUL, half an emoji', () => {
  judge(Text(), { yes: [], no: ['a\0b', '\ud83d', '\ude00', 'a\ud83d b'] });
  judge(OpenEnum(['efectivo']), {
    yes: ['bizum', 'en línea'],
    no: ['', '\0', '\ud83d', 'x'.repeat(65)],
  });
});

test('an idempotency key is any short printable text', () => {
  const crear = (clave: string) => comando.crear(undefined, { clave });
  judge(COMANDOS['pedido.crear'], {
    yes: ['1', 'tpv 3/2026-11-15/ñ', '😀', 'x'.repeat(200)].map(crear),
    no: ['', 'x'.repeat(201), 'a\0b', 'a\nb', '\ud83d'].map(crear),
  });
});

test('codes: currency, country, number, colour', () => {
  judge(CurrencyCode(), { yes: ['EUR', 'MXN'], no: ['eur', 'EU', 'EURO', '€'] });
  judge(Pedido.properties.numero, {
    yes: ['20261115-1', '20261115-000042'],
    no: ['2026-11-15-1', '20261115', '20261115-', '20261115-a', `20261115-${'9'.repeat(13)}`],
  });
  judge(Zona.properties.color, {
    yes: ['#fff', '#27AE60'],
    no: ['27ae60', '#27ae6', 'verde', '#ggg'],
  });
});

test('an invoice has an address on the web', () => {
  judge(Fiscal.properties.factura_pdf, {
    yes: ['https://a.example/f.pdf?x=1#p', 'http://a.example/f.pdf'],
    no: ['', 'f.pdf', '/f.pdf', 'https://a b', 'javascript:alert(1)', 'file:///etc/passwd'],
  });
});

describe('polygons', () => {
  const withRing = (...ring: unknown[]) => {
    const [zona] = sampleZonas();
    return { ...zona, poligono: { tipo: 'Polygon', coordenadas: [ring] } };
  };

  test('a position is [lng, lat], both on the globe', () => {
    const at = (position: unknown) => withRing(position, [0, 1], [1, 0], position);
    judge(Zona, {
      yes: [at([-180, -90]), at([180, 90]), at([-3.7, 40.4])],
      no: [at([0, 90.1]), at([181, 0]), at([0]), at([0, 0, 12]), at(['0', 0]), at(0)],
    });
  });

  test('a ring has at least four positions and ends where it starts', () => {
    judge(Zona, {
      yes: [withRing([0, 0], [0, 1], [1, 0], [0, 0])],
      no: [
        withRing(),
        withRing([0, 0], [0, 1], [0, 0]),
        withRing([0, 0], [0, 1], [1, 0], [1, 1]),
        withRing([0, 0], [0, 1], [1, 0], [0, 0.1]),
      ],
    });
  });
});

test('opening hours: named days, each with its spans', () => {
  const open = (horario: unknown) => ({ ...sampleRestaurante(), horario });
  const span = [{ desde: '13:00', hasta: '16:00' }];
  judge(Restaurante, {
    yes: [open({}), open({ lun: span, miércoles: [], Sunday: [...span, ...span] })],
    no: [
      open([]),
      open({ '': span }),
      open({ 'a\nb': 1 }),
      open({ lun: null }),
      open({ lun: [{ desde: '13:00' }] }),
    ],
  });
});

test('free-form detail: any object, nested up to a limit', () => {
  const nested = (levels: number): unknown => (levels === 0 ? 1 : { '0': nested(levels - 1) });
  judge(OpenObject(), {
    yes: [{}, { a: null, 'b\nc': [1, 'x', { d: true }] }, nested(OPEN_DEPTH_MAX)],
    no: [null, [], 'x', 1, nested(OPEN_DEPTH_MAX + 1), nested(2_000)],
  });
  // Checking must survive values that are too deep to serialise.
  const abyss: unknown = JSON.parse(`${'{"0":'.repeat(100_000)}1${'}'.repeat(100_000)}`);
  judge(OpenObject(), { yes: [], no: [abyss] });
});

test('schemas are plain JSON Schema: nothing is lost when they are published', () => {
  const published = JSON.parse(JSON.stringify(Zona)) as typeof Zona;
  const [zona] = sampleZonas();
  assert.ok(Compile(Type.Unsafe(published)).Check(zona));
  assert.ok(!Compile(Type.Unsafe(published)).Check({ ...zona, sobra: 1 }));
});
