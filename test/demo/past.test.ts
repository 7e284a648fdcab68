import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Comando } from '../../src/contract/comandos.ts';
import { FUENTES, type Pedido, TIPOS } from '../../src/contract/recursos/pedido.ts';
import { isOwn } from '../../src/demo/own-ids.ts';
import { pastCommands } from '../../src/demo/past.ts';
import { isInside } from '../../src/demo/people.ts';
import type { Place } from '../../src/demo/places/place.ts';
import { openingCommands, PLACES } from '../../src/demo/places/places.ts';
import { DAY_MS } from '../../src/domain/time.ts';
import { parseCommand } from '../../src/ingest/parse.ts';
import { NOW_MS } from '../support/samples.ts';

const FROM_MS = NOW_MS - 21 * DAY_MS;
const DAY_NAMES = ['lunes', 'martes', 'miercoles', 'jueves', 'viernes', 'sabado', 'domingo'];

type Importar = Comando<'pedido.importar'>;

const past = (
  place: Place,
  { seed = 'una', fromMs = FROM_MS, nowMs = NOW_MS } = {},
): Importar[] => [...pastCommands(seed, place, fromMs, nowMs)];

/** Three whole weeks of every restaurant. */
const EVERY = PLACES.map((place) => ({ place, comandos: past(place) }));
const [AZAHAR] = EVERY;
if (AZAHAR === undefined) throw new Error('there is a restaurant');

const eachOrder = (check: (comando: Importar, place: Place) => void): void => {
  for (const { place, comandos } of EVERY) for (const each of comandos) check(each, place);
};

const local = (iso: string | undefined, { perfil }: Place): Temporal.ZonedDateTime =>
  Temporal.Instant.from(iso ?? '').toZonedDateTimeISO(perfil.zona_horaria);

const countBy = <T>(
  list: readonly T[],
  key: (item: T) => string | number,
): Map<string | number, number> => {
  const counts = new Map<string | number, number>();
  for (const item of list) counts.set(key(item), (counts.get(key(item)) ?? 0) + 1);
  return counts;
};

describe('the past of the demo', () => {
  it('is the same for the same seed, and another for another', () => {
    const [place] = PLACES;
    assert.deepEqual(past(place), AZAHAR.comandos);
    const other = past(place, { seed: 'otra' });
    assert.notDeepEqual(other.slice(0, 5), AZAHAR.comandos.slice(0, 5));
  });

  it('does not change as time goes on, but for what was under way', () => {
    const later = past(PLACES[0], { nowMs: NOW_MS + DAY_MS });
    const finished = AZAHAR.comandos.filter(({ pedido: { estado } }) =>
      ['entregado', 'cancelado'].includes(estado ?? ''),
    );
    const now = new Map(later.map((each) => [each.pedido.id, each]));
    assert.ok(finished.length > 1_000);
    for (const each of finished) assert.deepEqual(now.get(each.pedido.id), each);
    assert.ok(later.length > AZAHAR.comandos.length);
  });

  it('can be generated in parts', () => {
    const middleMs = NOW_MS - 10 * DAY_MS;
    const parts = [
      ...past(PLACES[0], { nowMs: middleMs }).map(({ pedido }) => pedido.id),
      ...past(PLACES[0], { fromMs: middleMs }).map(({ pedido }) => pedido.id),
    ];
    assert.deepEqual(
      parts,
      AZAHAR.comandos.map(({ pedido }) => pedido.id),
    );
  });

  it('is made of valid commands only', () => {
    for (const { place, comandos } of EVERY) {
      for (const comando of [...Object.values(openingCommands(place)), ...comandos]) {
        const parsed = parseCommand(Buffer.from(JSON.stringify(comando)));
        assert.ok(!('refusal' in parsed), JSON.stringify(parsed));
      }
    }
  });

  it('has ids in the order of creation, each recognised as the demo’s own', () => {
    eachOrder(({ pedido }, { perfil }) => {
      const { id = '', creado_en = '' } = pedido;
      assert.ok(isOwn('una', { id, creado_en, restaurante: perfil }));
      assert.ok(!isOwn('otra', { id, creado_en, restaurante: perfil }));
    });
    for (const { comandos } of EVERY) {
      const ids = comandos.map(({ pedido }) => pedido.id ?? '');
      assert.deepEqual(ids, [...new Set(ids)].sort());
    }
  });
});

describe('an order of the past', () => {
  it('adds up to the cent', () => {
    eachOrder(({ pedido: { items, totales, entrega, pago, estado, id } }) => {
      for (const item of items) {
        const options = item.opciones.reduce((sum, o) => sum + o.cantidad * o.precio_cents, 0);
        assert.equal(item.opciones_total_cents, options);
        assert.equal(item.total_cents, item.cantidad * (item.precio_unitario_cents + options));
      }
      const subtotal = items.reduce((sum, item) => sum + item.total_cents, 0);
      assert.equal(totales.subtotal_cents, subtotal);
      assert.equal(totales.tarifa_reparto_cents, entrega?.tarifa_cents ?? 0);
      const due = subtotal - totales.descuento_cents + totales.tarifa_reparto_cents;
      assert.equal(totales.total_cents, due + totales.propina_cents);
      const taxed = totales.iva_desglose.map(({ base_cents, iva_cents }) => base_cents + iva_cents);
      assert.equal(
        taxed.reduce((sum, cents) => sum + cents, 0),
        due,
      );
      const iva = totales.iva_desglose.reduce((sum, each) => sum + each.iva_cents, 0);
      assert.equal(totales.impuestos_cents, iva);
      for (const { tipo_porcentaje, base_cents, iva_cents } of totales.iva_desglose) {
        assert.ok(Math.abs(iva_cents - (base_cents * tipo_porcentaje) / 100) <= 1);
      }
      const paid = pago.pagos.reduce((sum, { importe_cents }) => sum + importe_cents, 0);
      if (estado === 'entregado') assert.equal(paid, totales.total_cents, `${id}`);
    });
  });

  it('comes in while the restaurant is open', () => {
    eachOrder(({ pedido: { creado_en } }, place) => {
      const zoned = local(creado_en, place);
      const tramos = place.perfil.horario[DAY_NAMES[zoned.dayOfWeek - 1] ?? ''] ?? [];
      const clock = zoned.toPlainTime().toString().slice(0, 5);
      assert.ok(
        tramos.some(({ desde, hasta }) => clock >= desde && clock < hasta),
        `${zoned}: ${JSON.stringify(tramos)}`,
      );
    });
  });

  it('tells a history that fits it', () => {
    eachOrder(({ pedido, historial = [] }) => {
      const moments = historial.map(({ momento }) => momento);
      assert.deepEqual(moments, moments.toSorted());
      assert.equal(historial[0]?.accion, 'creado');
      assert.equal(moments[0], pedido.creado_en);
      assert.ok((moments.at(-1) ?? '') <= new Date(NOW_MS).toISOString());
      const momentOf = (accion: string) =>
        historial.find((entry) => entry.accion === accion)?.momento ?? null;
      assert.equal(pedido.aceptado_en, momentOf('confirmado'));
      assert.equal(pedido.entregado_en, momentOf('entregado'));
      const ends = momentOf('rechazado') ?? momentOf('cancelado');
      assert.equal(ends !== null, pedido.estado === 'cancelado');
    });
  });

  it('is delivered within its zone, and reaches its minimum', () => {
    eachOrder(({ pedido: { tipo, direccion, entrega, totales, mesa } }, { barrios }) => {
      assert.equal(tipo === 'mesa', mesa !== null && mesa !== undefined);
      if (tipo !== 'reparto') return;
      const zona = barrios.find((barrio) => barrio.zona.id === entrega?.zona_id)?.zona;
      assert.ok(zona !== undefined && direccion);
      const ring = zona.poligono.coordenadas[0] ?? [];
      assert.ok(isInside(ring, direccion.lng, direccion.lat));
      assert.ok(totales.subtotal_cents >= zona.pedido_minimo_cents);
    });
  });

  it('asks for what is on the menu that day', () => {
    const rice = AZAHAR.comandos.filter(({ pedido }) =>
      pedido.items.some(({ producto_id }) => producto_id.startsWith('prod_arroz')),
    );
    assert.ok(rice.length > 10);
    for (const { pedido } of rice) {
      assert.ok(local(pedido.creado_en, AZAHAR.place).dayOfWeek >= 5, `${pedido.creado_en}`);
    }
    const items = AZAHAR.comandos.flatMap(({ pedido }) => pedido.items);
    assert.ok(items.every(({ producto_id }) => producto_id !== 'prod_corvina'));
  });
});

describe('three weeks together', () => {
  const orders = AZAHAR.comandos.map(({ pedido }) => pedido as Pedido);

  it('have lunch and dinner peaks and busy weekends', () => {
    const hours = countBy(orders, ({ creado_en }) => local(creado_en, AZAHAR.place).hour);
    const at = (hour: number) => hours.get(hour) ?? 0;
    assert.ok(at(14) > 2 * at(12) && at(14) > 4 * at(16), 'lunch');
    assert.ok(at(21) > 1.5 * at(20) && at(21) > 4 * at(23), 'dinner');
    assert.equal(at(4) + at(10) + at(18), 0);
    const days = countBy(orders, ({ creado_en }) => local(creado_en, AZAHAR.place).dayOfWeek);
    assert.ok((days.get(6) ?? 0) > 1.5 * (days.get(3) ?? 0), 'saturdays');
  });

  it('have every kind of order', () => {
    const share = (count: number | undefined) => (count ?? 0) / orders.length;
    const tipos = countBy(orders, ({ tipo }) => tipo);
    for (const tipo of TIPOS) assert.ok(share(tipos.get(tipo)) > 0.1, tipo);
    assert.deepEqual(
      [...countBy(orders, ({ fuente }) => fuente).keys()].sort(),
      [...FUENTES].sort(),
    );
    const metodos = countBy(orders, ({ pago }) => pago.metodo);
    assert.deepEqual([...metodos.keys()].sort(), ['efectivo', 'online', 'tarjeta']);
    const cancelled = orders.filter(({ estado }) => estado === 'cancelado');
    assert.ok(share(cancelled.length) > 0.02 && share(cancelled.length) < 0.09);
    assert.ok(cancelled.some(({ pago }) => pago.estado === 'reembolsado'));
    for (const some of [
      orders.filter(({ totales }) => totales.propina_cents > 0),
      orders.filter(({ totales }) => totales.descuento_cents > 0),
      orders.filter(({ totales }) => totales.iva_desglose.length > 1),
      orders.filter(({ programado_para }) => programado_para !== null),
      orders.filter(({ fiscal }) => fiscal !== null),
      orders.filter(({ instrucciones }) => instrucciones !== null),
      orders.filter(({ items }) => items.some(({ opciones }) => opciones.length > 0)),
    ]) {
      assert.ok(share(some.length) > 0.02, JSON.stringify(some[0]));
    }
    const rejected = AZAHAR.comandos.filter(({ historial = [] }) =>
      historial.some(({ accion }) => accion === 'rechazado'),
    );
    assert.ok(rejected.length > 5);
  });

  it('have clients that come back', () => {
    const visits = countBy(
      orders.filter(({ cliente }) => cliente.telefono !== ''),
      ({ cliente }) => cliente.telefono,
    );
    const often = [...visits.values()].filter((count) => count > 3).length;
    const once = [...visits.values()].filter((count) => count === 1).length;
    assert.ok(often > 30 && once > 50, `${often} often, ${once} once`);
  });

  it('are of a whole menu, with zones around the house', () => {
    const { secciones, barrios, perfil } = AZAHAR.place;
    assert.ok(secciones.length >= 8);
    assert.ok(secciones.flatMap(({ platos }) => platos).length >= 45);
    assert.ok(barrios.length >= 4);
    const home = barrios.find(({ zona }) =>
      isInside(zona.poligono.coordenadas[0] ?? [], perfil.ubicacion.lng, perfil.ubicacion.lat),
    );
    assert.equal(home?.zona.nombre, 'Casco Antiguo');
  });
});
