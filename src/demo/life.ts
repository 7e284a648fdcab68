import type { Comando, ComandoPedido } from '../contract/comandos.ts';
import type { EstadoAbierto } from '../contract/panel.ts';
import type { Origen } from '../contract/recursos/historial.ts';
import type { Estado, Pedido } from '../contract/recursos/pedido.ts';
import { isoTimestamp, MINUTE_MS } from '../domain/time.ts';
import { type Chance, makeChance } from './chance.ts';
import type { Place } from './places/place.ts';

/** Seconds in each state. */
const STAYS: Readonly<Record<EstadoAbierto, readonly [min: number, max: number]>> = {
  pendiente: [30, 240],
  confirmado: [60, 420],
  en_preparacion: [540, 1_320],
  listo: [60, 480],
  en_reparto: [480, 1_320],
};

/** How many times faster than in reality an order goes on; one that somebody watches takes two or three minutes. */
export const REAL_PACE = 1;
export const WATCHED_PACE = 15;

/** The longest that an order takes at the real pace, unless it is for later. */
export const LIFE_MAX_MS = 70 * MINUTE_MS;
const LEAD_MS = 35 * MINUTE_MS;

export type LifeStep = { dueMs: number; comandos: ComandoPedido[] };

const RECHAZOS = ['Cocina saturada', 'Fuera de la zona de reparto', 'Producto agotado'];
const CANCELACIONES = [
  'El cliente ha cambiado de idea',
  'Pedido duplicado',
  'El cliente no contesta',
  'Dirección incorrecta',
];

/** Each step depends on the seed, the order and its state alone, so that a restart has nothing to remember. */
export const makeLife =
  (seed: string, place: Place) =>
  /** The next step of an order that has been in its state since `sinceMs`; null when it is over. */
  (pedido: Pedido, sinceMs: number, pace: number): LifeStep | null => {
    const { estado, programado_para: forLater } = pedido;
    if (estado === 'entregado' || estado === 'cancelado') return null;
    const chance = makeChance(`${seed}|${pedido.id}|${estado}`);
    const [min, max] = STAYS[estado];
    let dueMs = sinceMs + Math.round(chance.between(min * 1_000, max * 1_000) / pace);
    if (estado === 'confirmado' && forLater !== null) {
      dueMs = Math.max(dueMs, Date.parse(forLater) - LEAD_MS);
    }
    const acts = makeActs(place, pedido, isoTimestamp(dueMs), chance);
    return { dueMs, comandos: leave(estado, pedido, acts, chance) };
  };
export type Life = ReturnType<typeof makeLife>;

const leave = (
  estado: EstadoAbierto,
  pedido: Pedido,
  acts: Acts,
  chance: Chance,
): ComandoPedido[] => {
  const { advance, callOff, cook, handOver, setOff } = acts;
  const isTable = pedido.tipo === 'mesa';
  switch (estado) {
    case 'pendiente': {
      if (!isTable && chance.happens(0.025)) return callOff('rechazar', chance.pick(RECHAZOS));
      if (chance.happens(0.015)) return callOff('cancelar', chance.pick(CANCELACIONES));
      const minutos_estimados = chance.between(4, 9) * 5;
      return isTable
        ? [advance('confirmado', 'tpv')]
        : [advance('confirmado', 'apk_recepcion', { minutos_estimados })];
    }
    case 'confirmado':
      if (chance.happens(0.01)) return callOff('cancelar', chance.pick(CANCELACIONES));
      return [advance('en_preparacion', 'apk_recepcion')];
    case 'en_preparacion':
      return [cook(isTable ? 'servido' : 'listo'), advance('listo', 'apk_recepcion')];
    case 'listo':
      return pedido.tipo === 'reparto' ? setOff() : handOver();
    case 'en_reparto':
      return chance.happens(0.006) ? callOff('cancelar', 'No había nadie en casa') : handOver();
  }
};

type Acts = ReturnType<typeof makeActs>;

const makeActs = (place: Place, pedido: Pedido, momento: string, chance: Chance) => {
  const { pago, totales, tipo } = pedido;
  const host = chance.pick(place.sala);
  const by = (origen: Origen, usuario: string | null, detalle: Record<string, unknown> = {}) => ({
    restaurante_id: place.perfil.id,
    pedido_id: pedido.id,
    origen,
    usuario,
    detalle,
    momento,
  });

  const advance = (estado: Estado, origen: Origen, detalle = {}): ComandoPedido => ({
    op: 'pedido.avanzar',
    ...by(origen, host, detalle),
    estado,
  });

  const callOff = (verb: 'cancelar' | 'rechazar', motivo: string): ComandoPedido[] => {
    const estado = 'reembolsado';
    const refunds = pago.pagos.map((each) => ({ ...each, estado, momento }));
    const end = { op: `pedido.${verb}` as const, ...by('apk_recepcion', host, { motivo }) };
    const refund: ComandoPedido = {
      op: 'pedido.anotar',
      ...by('sistema', null, { motivo: 'Devolución automática' }),
      cambios: { pago: { estado, pagos: [...pago.pagos, ...refunds] } },
    };
    return pago.estado === 'pagado' ? [end, refund] : [end];
  };

  const cook = (estado_cocina: string): ComandoPedido => ({
    op: 'pedido.modificar_items',
    ...by('apk_recepcion', null, { pantalla: 'cocina' }),
    items: pedido.items.map((item) => ({ ...item, estado_cocina })),
    totales,
  });

  const setOff = (): ComandoPedido[] => [
    {
      op: 'pedido.anotar',
      ...by('apk_recepcion', host),
      cambios: { entrega: { repartidor_nombre: chance.pick(place.repartidores) } },
    },
    advance('en_reparto', 'apk_recepcion'),
  ];

  const handOver = (): ComandoPedido[] => {
    const done = advance('entregado', tipo === 'mesa' ? 'tpv' : 'apk_recepcion');
    const cambios: Comando<'pedido.anotar'>['cambios'] = {};
    if (pago.estado === 'pendiente') {
      const payment = {
        metodo: pago.metodo,
        importe_cents: totales.total_cents,
        estado: 'pagado',
        referencia_externa: pago.referencia_externa || null,
        momento,
      };
      cambios.pago = { estado: 'pagado', pagos: [payment] };
    }
    if (chance.happens(0.3)) cambios.fiscal = invoice(pedido, momento);
    if (Object.keys(cambios).length === 0) return [done];
    return [done, { op: 'pedido.anotar', ...by('tpv', null), cambios }];
  };

  return { advance, callOff, cook, handOver, setOff };
};

const invoice = (pedido: Pedido, momento: string): NonNullable<Pedido['fiscal']> => {
  const numero = `FS-${pedido.id.slice(-8).toUpperCase()}`;
  return {
    factura_numero: numero,
    factura_fecha: momento,
    factura_pdf: `https://${pedido.restaurante.slug}.example/facturas/${numero}.pdf`,
  };
};
