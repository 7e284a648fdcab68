import type { ComandoPedido } from '../contract/comandos.ts';
import type { Origen } from '../contract/recursos/historial.ts';
import type { Estado, Item, Pedido } from '../contract/recursos/pedido.ts';
import { isoTimestamp } from '../domain/pedido/pedido.ts';
import { makeBill } from './bill.ts';
import { type Chance, makeChance } from './chance.ts';
import type { Place } from './places/place.ts';

/** States that an order leaves by itself. */
type Open = Exclude<Estado, 'entregado' | 'cancelado'>;
type Range = readonly [min: number, max: number];

/** How long an order stays in each state, in milliseconds. */
export type Pace = Readonly<Record<Open, Range>>;

const seconds = (min: number, max: number): Range => [min * 1_000, max * 1_000];
const minutes = (min: number, max: number): Range => seconds(min * 60, max * 60);

/** As in a real kitchen. */
export const REAL_PACE: Pace = {
  pendiente: minutes(0.5, 4),
  confirmado: minutes(1, 7),
  en_preparacion: minutes(9, 22),
  listo: minutes(1, 8),
  en_reparto: minutes(8, 22),
};

/** For somebody who watches: a life takes two or three minutes. */
export const WATCHED_PACE: Pace = {
  pendiente: seconds(4, 15),
  confirmado: seconds(6, 25),
  en_preparacion: seconds(20, 60),
  listo: seconds(6, 30),
  en_reparto: seconds(25, 60),
};

/** No life at the real pace is longer, unless the order was for later. */
export const LIFE_MAX_MS = 70 * 60_000;
const LEAD_MS = 35 * 60_000;

/** What happens next to an order, all of it at one moment. */
export interface Step {
  dueMs: number;
  comandos: ComandoPedido[];
}

const RECHAZOS = ['Cocina saturada', 'Fuera de la zona de reparto', 'Producto agotado'];
const CANCELACIONES = [
  'El cliente ha cambiado de idea',
  'Pedido duplicado',
  'El cliente no contesta',
  'Dirección incorrecta',
];

/**
 * The life of the orders of a restaurant. What happens in a state follows from the seed, the order and
 * the state alone: so the past can be told at once, the present played, and both taken up again after a
 * restart, without anything to remember.
 */
export const makeLife = (seed: string, place: Place) => {
  const bill = makeBill(place);

  const scene = (pedido: Pedido, dueMs: number, chance: Chance) => {
    const momento = isoTimestamp(dueMs);
    const on = (origen: Origen, usuario: string | null, detalle: Record<string, unknown> = {}) => ({
      restaurante_id: place.perfil.id,
      pedido_id: pedido.id,
      origen,
      usuario,
      detalle,
      momento,
    });
    const host = chance.pick(place.sala);

    const advance = (estado: Estado, origen: Origen, detalle = {}): ComandoPedido => ({
      op: 'pedido.avanzar',
      ...on(origen, origen === 'sistema' ? null : host, detalle),
      estado,
    });

    const callOff = (
      op: 'pedido.cancelar' | 'pedido.rechazar',
      motivo: string,
    ): ComandoPedido[] => {
      const { pago } = pedido;
      const refund: ComandoPedido = {
        op: 'pedido.anotar',
        ...on('sistema', null, { motivo: 'Devolución automática' }),
        cambios: {
          pago: {
            estado: 'reembolsado',
            pagos: pago.pagos.map((each) => ({ ...each, estado: 'reembolsado' })),
          },
        },
      };
      const end: ComandoPedido = { op, ...on('apk_recepcion', host, { motivo }) };
      return pago.estado === 'pagado' ? [end, refund] : [end];
    };

    const cook = (estado_cocina: string): ComandoPedido => ({
      op: 'pedido.modificar_items',
      ...on('apk_recepcion', null, { pantalla: 'cocina' }),
      items: pedido.items.map((item) => ({ ...item, estado_cocina })),
      totales: pedido.totales,
    });

    /** Another round of something; only what is not paid yet can grow. */
    const addOne = (): ComandoPedido => {
      const more = chance.pick(pedido.items);
      const items = pedido.items.map((item) => (item === more ? plusOne(item) : item));
      const { tipo, totales } = pedido;
      return {
        op: 'pedido.modificar_items',
        ...on(tipo === 'mesa' ? 'tpv' : 'panel', host, { motivo: 'Añadido por el cliente' }),
        items,
        totales: bill({
          tipo,
          items,
          descuentoCents: totales.descuento_cents,
          tarifaCents: totales.tarifa_reparto_cents,
          propinaCents: totales.propina_cents,
        }),
      };
    };

    const handOver = (): ComandoPedido[] => {
      const { pago, totales } = pedido;
      const done = advance('entregado', pedido.tipo === 'mesa' ? 'tpv' : 'apk_recepcion');
      const cambios: (ComandoPedido & { op: 'pedido.anotar' })['cambios'] = {};
      if (pago.estado === 'pendiente') {
        const referencia_externa = pago.referencia_externa === '' ? null : pago.referencia_externa;
        const paid = { metodo: pago.metodo, importe_cents: totales.total_cents, estado: 'pagado' };
        cambios.pago = { estado: 'pagado', pagos: [{ ...paid, referencia_externa, momento }] };
      }
      if (chance.happens(0.3)) cambios.fiscal = invoice(pedido, momento);
      if (Object.keys(cambios).length === 0) return [done];
      return [done, { op: 'pedido.anotar', ...on('tpv', null), cambios }];
    };

    const setOff = (): ComandoPedido[] => [
      {
        op: 'pedido.anotar',
        ...on('apk_recepcion', host),
        cambios: { entrega: { repartidor_nombre: chance.pick(place.repartidores) } },
      },
      advance('en_reparto', 'apk_recepcion'),
    ];

    return { advance, callOff, cook, addOne, handOver, setOff };
  };

  const comandosOf = (pedido: Pedido, estado: Open, dueMs: number, chance: Chance) => {
    const { advance, callOff, cook, addOne, handOver, setOff } = scene(pedido, dueMs, chance);
    const isTable = pedido.tipo === 'mesa';
    switch (estado) {
      case 'pendiente':
        if (chance.happens(isTable ? 0 : 0.025)) {
          return callOff('pedido.rechazar', chance.pick(RECHAZOS));
        }
        if (chance.happens(0.015)) return callOff('pedido.cancelar', chance.pick(CANCELACIONES));
        return [
          isTable
            ? advance('confirmado', 'tpv')
            : advance('confirmado', 'apk_recepcion', {
                minutos_estimados: chance.between(4, 9) * 5,
              }),
        ];
      case 'confirmado': {
        if (chance.happens(0.01)) return callOff('pedido.cancelar', chance.pick(CANCELACIONES));
        const grows = pedido.pago.estado === 'pendiente' && chance.happens(isTable ? 0.25 : 0.06);
        return [...(grows ? [addOne()] : []), advance('en_preparacion', 'apk_recepcion')];
      }
      case 'en_preparacion':
        return [cook(isTable ? 'servido' : 'listo'), advance('listo', 'apk_recepcion')];
      case 'listo':
        return pedido.tipo === 'reparto' ? setOff() : handOver();
      case 'en_reparto':
        if (chance.happens(0.006)) return callOff('pedido.cancelar', 'No había nadie en casa');
        return handOver();
    }
  };

  return {
    /** The next step of an order that has been in its state since `sinceMs`; null when it is over. */
    next(pedido: Pedido, sinceMs: number, pace: Pace): Step | null {
      const { estado, programado_para: forLater } = pedido;
      if (estado === 'entregado' || estado === 'cancelado') return null;
      const chance = makeChance(`${seed}|${pedido.id}|${estado}`);
      let dueMs = sinceMs + chance.between(...pace[estado]);
      if (estado === 'confirmado' && forLater !== null) {
        dueMs = Math.max(dueMs, Date.parse(forLater) - LEAD_MS);
      }
      return { dueMs, comandos: comandosOf(pedido, estado, dueMs, chance) };
    },
  };
};
export type Life = ReturnType<typeof makeLife>;

const plusOne = (item: Item): Item => ({
  ...item,
  cantidad: item.cantidad + 1,
  total_cents: (item.cantidad + 1) * (item.precio_unitario_cents + item.opciones_total_cents),
});

const invoice = (pedido: Pedido, momento: string): NonNullable<Pedido['fiscal']> => {
  const numero = `FS-${pedido.id.slice(-8).toUpperCase()}`;
  return {
    factura_numero: numero,
    factura_fecha: momento,
    factura_pdf: `https://${pedido.restaurante.slug}.example/facturas/${numero}.pdf`,
  };
};
