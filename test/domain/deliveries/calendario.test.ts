import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  debidoMs,
  inicioAt,
  limitsOf,
  periodoFrom,
  planOf,
} from '../../../src/domain/deliveries/calendario.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/domain/time.ts';
import { column } from '../../support/columns.ts';

const MADRID = 'Europe/Madrid';
const CHATHAM = 'Pacific/Chatham';
const at = (iso: string): number => Date.parse(iso);
const iso = (ms: number): string => new Date(ms).toISOString();
const day = (inicio: string) => periodoFrom('dia', inicio);

describe('the calendar of deliveries', () => {
  test('a period is named after its days, and the one under way begins with the business day', () => {
    assert.equal(periodoFrom('dia', '2026-11-14').clave, '2026-11-14');
    assert.equal(periodoFrom('semana', '2026-11-09').clave, '2026-11-09_2026-11-15');
    assert.equal(periodoFrom('mes', '2026-02-01').clave, '2026-02');
    assert.equal(periodoFrom('mes', '2026-12-01').fin, '2027-01-01');
    const reloj = { zone: MADRID, corte: 5 };
    // Four in the morning of Monday the 1st still is Sunday.
    const night = at('2026-06-01T02:00:00Z');
    assert.equal(inicioAt('dia', reloj, night), '2026-05-31');
    assert.equal(inicioAt('semana', reloj, night), '2026-05-25');
    assert.equal(inicioAt('mes', reloj, night), '2026-05-01');
    assert.equal(inicioAt('semana', reloj, night + HOUR_MS), '2026-06-01');
  });

  test('a day is sent at its hour, and never before the business day is over', () => {
    const due = (a_las: string, corte: number, zone = MADRID, inicio = '2026-11-14') =>
      iso(debidoMs(day(inicio), { cada: 'dia', a_las }, { zone, corte }));
    assert.equal(due('08:00', 5), '2026-11-15T07:00:00.000Z');
    assert.equal(due('00:30', 5), '2026-11-15T04:00:00.000Z');
    assert.equal(due('00:00', 0), '2026-11-14T23:00:00.000Z');
    // 12:45 and 13:45 ahead of UTC.
    assert.equal(due('06:00', 5, CHATHAM), '2026-11-14T16:15:00.000Z');
    assert.equal(due('06:00', 5, CHATHAM, '2026-06-14'), '2026-06-14T17:15:00.000Z');
  });

  test('an hour that the clocks skip is the moment after it; of a doubled one, the first', () => {
    const skipped = (a_las: string, corte = 0) =>
      iso(debidoMs(day('2026-03-28'), { cada: 'dia', a_las }, { zone: MADRID, corte }));
    assert.equal(skipped('02:30'), '2026-03-29T01:30:00.000Z');
    assert.equal(skipped('02:00', 2), '2026-03-29T01:00:00.000Z');
    const doubled = debidoMs(
      day('2026-10-24'),
      { cada: 'dia', a_las: '02:30' },
      { zone: MADRID, corte: 0 },
    );
    assert.equal(iso(doubled), '2026-10-25T00:30:00.000Z');
    // In Chatham the hour from 02:45 is skipped.
    const chatham = debidoMs(
      day('2026-09-26'),
      { cada: 'dia', a_las: '03:00' },
      { zone: CHATHAM, corte: 0 },
    );
    assert.equal(iso(chatham), '2026-09-26T14:15:00.000Z');
  });

  test('the ranges of days that follow each other meet, over every change of the clocks', () => {
    for (const zone of [MADRID, CHATHAM, 'America/Havana', 'Asia/Kathmandu']) {
      for (const corte of [0, 2, 5]) {
        let inicio = '2026-01-01';
        let end = limitsOf(day(inicio), { zone, corte }).desde;
        for (let n = 0; n < 366; n += 1) {
          const periodo = day(inicio);
          const { desde, hasta } = limitsOf(periodo, { zone, corte });
          assert.equal(desde, end);
          const hours = (hasta - desde) / HOUR_MS;
          assert.ok(hours >= 23 && hours <= 25, `${zone} ${inicio}`);
          const sent = debidoMs(periodo, { cada: 'dia', a_las: '00:00' }, { zone, corte });
          assert.equal(sent, hasta, 'sent as soon as it is over');
          [end, inicio] = [hasta, periodo.fin];
        }
      }
    }
  });

  test('after three days off each day is due exactly once, in order', () => {
    const cuando = { cada: 'dia', a_las: '06:00' } as const;
    const reloj = { zone: MADRID, corte: 5 };
    const nowMs = at('2026-11-14T10:00:00Z');
    const plan = planOf({ cuando, siguiente: '2026-11-11' }, reloj, nowMs, 40);
    assert.deepEqual(column(plan.due, 'clave'), ['2026-11-11', '2026-11-12', '2026-11-13']);
    assert.equal(plan.siguiente, '2026-11-14');
    assert.equal(iso(plan.proximoMs), '2026-11-15T05:00:00.000Z');
    assert.deepEqual(planOf({ ...plan, cuando }, reloj, nowMs, 40).due, []);
    const first = planOf({ cuando, siguiente: '2026-11-11' }, reloj, nowMs, 2);
    assert.deepEqual(column(first.due, 'clave'), ['2026-11-11', '2026-11-12']);
    assert.ok(first.proximoMs <= nowMs, 'the rest follows');
  });

  test('looked at every quarter of an hour for two years, each period comes once', () => {
    for (const zone of [MADRID, CHATHAM]) {
      for (const cada of ['dia', 'semana', 'mes'] as const) {
        const cuando = { cada, a_las: '02:30' };
        const reloj = { zone, corte: 2 };
        const startMs = at('2026-01-15T12:00:00Z');
        let state = { siguiente: inicioAt(cada, reloj, startMs) };
        let next = startMs;
        const seen: string[] = [];
        for (let ms = startMs; ms < startMs + 730 * DAY_MS; ms += 15 * MINUTE_MS) {
          if (ms < next) continue;
          const { due, siguiente, proximoMs } = planOf({ ...state, cuando }, reloj, ms, 40);
          seen.push(...column(due, 'inicio'));
          [state, next] = [{ siguiente }, proximoMs];
        }
        assert.deepEqual(seen, [...new Set(seen)].sort(), `${zone} ${cada}`);
        const count = { dia: 730, semana: 104, mes: 24 }[cada];
        assert.ok(Math.abs(seen.length - count) <= 1, `${zone} ${cada}: ${seen.length}`);
      }
    }
  });
});
