import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  dayOf,
  localInstant,
  monthOf,
  monthRange,
} from '../../panel/src/pages/orders/local-day.ts';
import { matches } from '../../panel/src/pages/orders/match.ts';
import {
  labelPoint,
  projectionFor,
  scaleBar,
  zonePath,
} from '../../panel/src/pages/zones/project.ts';
import { labelStep, niceMax } from '../../panel/src/parts/charts/scale.ts';
import { samplePedidoEntero, sampleZonas } from '../support/samples.ts';

describe('the instant at which a day begins', () => {
  const days: [string, string, number, string][] = [
    ['2026-11-15', 'Europe/Madrid', 0, '2026-11-14T23:00:00.000Z'],
    ['2026-11-15', 'Europe/Madrid', 1, '2026-11-15T23:00:00.000Z'],
    // The clocks change in between.
    ['2026-10-25', 'Europe/Madrid', 0, '2026-10-24T22:00:00.000Z'],
    ['2026-10-25', 'Europe/Madrid', 1, '2026-10-25T23:00:00.000Z'],
    ['2026-03-29', 'Europe/Madrid', 0, '2026-03-28T23:00:00.000Z'],
    ['2026-03-29', 'Europe/Madrid', 1, '2026-03-29T22:00:00.000Z'],
    ['2026-11-15', 'Asia/Kathmandu', 0, '2026-11-14T18:15:00.000Z'],
    ['2026-11-15', 'America/Lima', 0, '2026-11-15T05:00:00.000Z'],
  ];
  for (const [dia, zone, plus, instant] of days) {
    test(`${dia} in ${zone}, ${plus} days on`, () => {
      assert.equal(localInstant(`${dia}T00:00`, zone, plus), instant);
    });
  }

  test('an invalid day has no instant', () => {
    assert.equal(localInstant('T00:00', 'Europe/Madrid'), null);
    assert.equal(localInstant('2026-13-45T00:00', 'Europe/Madrid'), null);
    assert.equal(localInstant('0020-11-15T00:00', 'Europe/Madrid'), null);
  });
});

describe('a month on the restaurant’s calendar', () => {
  test('lies between the instants at which it and the next one begin', () => {
    // Clocks change on the first of a month, at midnight, by half an hour, or never.
    const zones = [
      'Europe/Madrid',
      'America/Sao_Paulo',
      'Asia/Amman',
      'Australia/Lord_Howe',
      'UTC',
    ];
    for (const zone of [...zones, 'America/Asuncion', 'Asia/Kathmandu', 'Pacific/Apia']) {
      for (let i = 0; i < 300; i += 1) {
        const month = Temporal.PlainYearMonth.from('2005-01').add({ months: i });
        const startOf = (each: Temporal.PlainYearMonth) =>
          each.toPlainDate({ day: 1 }).toZonedDateTime(zone).epochMilliseconds;
        const { desde, hasta } = monthRange(month.toString(), zone);
        const expected = [startOf(month), startOf(month.add({ months: 1 }))];
        assert.deepEqual([desde, hasta].map(Date.parse), expected, `${zone} ${month}`);
      }
    }
  });

  test('follows the restaurant’s local date', () => {
    const newYear = Date.parse('2026-12-31T23:30:00Z');
    assert.equal(dayOf(newYear, 'Europe/Madrid'), '2027-01-01');
    assert.equal(monthOf(newYear, 'Europe/Madrid'), '2027-01');
    assert.equal(monthOf(newYear, 'America/Lima'), '2026-12');
    assert.equal(monthOf(newYear, 'Europe/Madrid', 1), '2026-12');
    assert.equal(monthOf(Date.parse('2026-03-31T12:00:00Z'), 'UTC', 1), '2026-02');
    assert.equal(monthOf(newYear, 'Europe/Madrid', 13), '2025-12');
  });
});

describe('the filter of the board', () => {
  const pedido = samplePedidoEntero({
    numero: '20261115-42',
    cliente: {
      nombre: 'Íñigo Núñez',
      telefono: '600',
      email: 'i@example.com',
      consintio_marketing: false,
    },
  });

  test('finds without regard to case and accents', () => {
    for (const text of ['', '  ', 'inigo', 'NUÑEZ', '1115-42', 'i@EXAMPLE']) {
      assert.ok(matches(pedido, text), text);
    }
  });

  test('does not find what is not there', () => {
    assert.equal(matches(pedido, 'xyzzy'), false);
  });
});

describe('the plan of the zones', () => {
  const size = { width: 800, height: 600 };
  const places = sampleZonas().flatMap(({ poligono }) => poligono.coordenadas.flat());
  const projection = projectionFor(places, size);

  test('contains every corner, north up and east right', () => {
    for (const [lng, lat] of places) {
      const [x, y] = projection.point(lng, lat);
      assert.ok(x >= 0 && x <= size.width && y >= 0 && y <= size.height, `${x},${y}`);
    }
    const [lng = 0, lat = 0] = places[0] ?? [];
    const [x, y] = projection.point(lng, lat);
    assert.ok(projection.point(lng + 0.001, lat)[0] > x);
    assert.ok(projection.point(lng, lat + 0.001)[1] < y);
  });

  test('a kilometre is as long to the east as to the north', () => {
    const madrid = projectionFor(
      [
        [-3.7, 40.4],
        [-3.6, 40.5],
      ],
      size,
    );
    const [x, y] = madrid.point(-3.65, 40.45);
    const degree = 1 / 111.32;
    const east = madrid.point(-3.65 + degree / Math.cos((40.45 * Math.PI) / 180), 40.45)[0] - x;
    const north = y - madrid.point(-3.65, 40.45 + degree)[1];
    assert.ok(Math.abs(east - north) < 0.01 * north, `${east} ${north}`);
    assert.ok(Math.abs(north * madrid.metresPerPx - 1_000) < 1);
  });

  test('a single point is in the middle', () => {
    assert.deepEqual(projectionFor([[1, 41]], size).point(1, 41), [400, 300]);
  });

  test('a name stands inside a square, and a path closes', () => {
    const [zona] = sampleZonas();
    assert.ok(zona);
    const square = {
      ...zona,
      poligono: {
        tipo: 'Polygon' as const,
        coordenadas: [
          [
            [0, 0],
            [0.01, 0],
            [0.01, 0.01],
            [0, 0.01],
            [0, 0],
          ] as [number, number][],
        ],
      },
    };
    const own = projectionFor(square.poligono.coordenadas.flat(), size);
    const [x, y] = labelPoint(square, own);
    assert.deepEqual([Math.round(x), Math.round(y)], [400, 300]);
    assert.match(zonePath(square, own), /^M[\d. L-]+Z$/);
  });

  test('the scale is a round length that fits', () => {
    for (const metresPerPx of [0.3, 1, 7, 42, 900]) {
      const { metres, px } = scaleBar(metresPerPx, 100);
      assert.match(String(metres), /^[125]0*$/);
      assert.ok(px <= 100 && px > 39, `${metresPerPx}: ${px}`);
    }
  });
});

describe('the axis of a chart', () => {
  test('ends on a round number at or above', () => {
    for (const [value, top] of [
      [0, 2],
      [1, 2],
      [7, 8],
      [12, 20],
      [21, 30],
      [130, 200],
      [270_000, 300_000],
      [3_999, 4_000],
    ]) {
      assert.equal(niceMax(value ?? 0), top);
    }
  });

  test('leaves out labels that would touch', () => {
    assert.equal(labelStep(10, 500, 46), 1);
    assert.equal(labelStep(30, 500, 46), 3);
    assert.equal(labelStep(30, 0, 46), 1_380);
  });
});
