import fc from 'fast-check';
import type { ComandoPedido } from '../../../src/contract/comandos.ts';
import { TIPOS } from '../../../src/contract/recursos/pedido.ts';
import { HOUR_MS } from '../../../src/domain/time.ts';
import { comando, RESTAURANTE_ID, samplePedido, sampleTotales } from '../samples.ts';
import { weighted } from './properties.ts';

// Random lives of orders: partial payments, refunds, mixed rates, tips, invoices, imports, and cancelled after payment.

/** With a change of the clocks in the middle of the lives of orders, at 1:00, 2:00 or 2:45, or without one. */
export const ZONES = ['Europe/Madrid', 'America/St_Johns', 'Pacific/Chatham', 'Asia/Kathmandu'];
export const CHANGE_MS = Date.parse('2026-10-25T01:00:00Z');

type Step =
  | {
      kind: 'crear' | 'importar';
      n: number;
      hours: number;
      amount: number;
      metodo: string;
      rates: number[];
    }
  | { kind: 'pagos'; n: number; estado: string; entries: Payment[] }
  | { kind: 'factura'; n: number; hours: number | null }
  | { kind: 'items' | 'cancelar' | 'entregar'; n: number; amount: number };
type Payment = { hours: number; cents: number; estado: string; metodo: string };

const n = fc.integer({ min: 0, max: 20 });
/** Hours around the change of the clocks, in quarters and off them. */
const hours = fc.oneof(
  fc.integer({ min: -8, max: 8 }),
  fc.double({ min: -30 * 24, max: 40, noNaN: true }),
);
const amount = fc.integer({ min: 0, max: 5_000 });
const metodo = fc.constantFrom('efectivo', 'tarjeta', 'online', 'vale', '__proto__');
const estado = fc.constantFrom('pendiente', 'pagado', 'fallido', 'reembolsado', 'raro');
const rates = fc.uniqueArray(fc.constantFrom(0, 4, 5.5, 10, 21), { maxLength: 3 });

export const steps: fc.Arbitrary<Step> = weighted(
  [
    3,
    fc.record({
      kind: fc.constantFrom('crear' as const, 'crear' as const, 'importar' as const),
      n,
      hours,
      amount,
      metodo,
      rates,
    }),
  ],
  [
    3,
    fc.record({
      kind: fc.constant('pagos' as const),
      n,
      estado,
      entries: fc.array(fc.record({ hours, cents: amount, estado, metodo }), { maxLength: 4 }),
    }),
  ],
  [
    1,
    fc.record({
      kind: fc.constant('factura' as const),
      n,
      hours: fc.option(hours),
    }),
  ],
  [
    2,
    fc.record({
      kind: fc.constantFrom('items' as const, 'cancelar' as const, 'entregar' as const),
      n,
      amount,
    }),
  ],
);

const at = (offsetHours: number): string =>
  new Date(Math.round(CHANGE_MS + offsetHours * HOUR_MS)).toISOString();

const totales = (total_cents: number, of: readonly number[]) =>
  sampleTotales({
    total_cents,
    descuento_cents: total_cents % 7,
    propina_cents: total_cents % 11,
    iva_desglose: of.map((tipo_porcentaje) => {
      const base_cents = Math.floor(total_cents / (of.length + 1));
      return { tipo_porcentaje, base_cents, iva_cents: Math.round(base_cents / 10) };
    }),
  });

/** `prefix` tells the orders of several lives apart. */
export const toComando = (
  step: Step,
  restaurante_id = RESTAURANTE_ID,
  prefix = 'ped_',
): ComandoPedido => {
  const id = `${prefix}${step.n}`;
  const to = { restaurante_id };
  switch (step.kind) {
    case 'crear':
    case 'importar': {
      const tipo = TIPOS[step.n % TIPOS.length] ?? 'mesa';
      const pago = {
        metodo: step.metodo,
        estado: step.amount % 3 === 0 ? 'pagado' : 'pendiente',
        proveedor: '',
        referencia_externa: '',
        pagos: [],
      };
      const creado_en = at(step.hours);
      const given = { id, tipo, creado_en, pago, totales: totales(step.amount, step.rates) };
      return step.kind === 'crear'
        ? comando.crear(samplePedido(given), to)
        : comando.importar(samplePedido({ ...given, estado: 'entregado' }), [], to);
    }
    case 'pagos': {
      const pagos = step.entries.map(({ hours: offset, cents, estado: state, metodo: method }) => ({
        metodo: method,
        importe_cents: cents,
        estado: state,
        referencia_externa: null,
        momento: at(offset),
      }));
      return comando.anotar(id, { pago: { estado: step.estado, pagos } }, to);
    }
    case 'factura': {
      const fiscal = {
        factura_numero: `F-${step.n}`,
        factura_fecha: at(step.hours ?? 0),
        factura_pdf: 'https://example.com/f.pdf',
      };
      return comando.anotar(id, { fiscal: step.hours === null ? null : fiscal }, to);
    }
    case 'items':
      return comando.modificarItems(id, [], totales(step.amount, [10, 21]), to);
    case 'entregar':
      return comando.avanzar(id, 'entregado', to);
    case 'cancelar':
      return comando.cancelar(id, to);
  }
};
