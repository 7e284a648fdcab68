import { agedOrder, type BatchPlan } from '../../domain/log/batch.ts';
import { PEDIDOS_CLIENTES, REWIND_SEARCH } from '../clientes/clientes.ts';
import { insert, send, type Work } from '../database.ts';
import { conteoRows } from '../pedidos/conteos.ts';

/**
 * New and changed orders alike. For an UPDATE that joins new values, PostgreSQL's planner expected few orders and walked all
 * of the restaurant's for every batch.
 */
const PEDIDOS = {
  table: 'pedidos',
  columns: {
    id: 'text',
    estado: 'text',
    tipo: 'text',
    metodo: 'text',
    creado_ms: 'bigint',
    entradas: 'bigint',
    fingerprint: 'bigint',
    cuerpo: 'utf8',
    secuencia: 'bigint',
    cambiado_ms: 'bigint',
    factura_ms: 'bigint',
    pago_ms: 'bigint',
    cobro_desde_ms: 'bigint',
    cobro_hasta_ms: 'bigint',
  },
  onConflict: `ON CONFLICT (restaurante_id, id, creado_ms) DO UPDATE SET
    estado = excluded.estado, metodo = excluded.metodo, entradas = excluded.entradas,
    fingerprint = excluded.fingerprint, cuerpo = excluded.cuerpo,
    secuencia = excluded.secuencia, cambiado_ms = excluded.cambiado_ms, factura_ms = excluded.factura_ms,
    pago_ms = excluded.pago_ms, cobro_desde_ms = excluded.cobro_desde_ms, cobro_hasta_ms = excluded.cobro_hasta_ms`,
} as const;
const HISTORIAL = {
  table: 'historial',
  columns: { pedido_id: 'text', n: 'bigint', cuerpo: 'bytes', secuencia: 'bigint' },
} as const;
const EVENTOS = {
  table: 'eventos',
  columns: {
    secuencia: 'bigint',
    id: 'text',
    tipo: 'text',
    pedido_id: 'text',
    creado_ms: 'bigint',
    cuerpo: 'bytes',
  },
} as const;
const CLAVES = {
  table: 'claves',
  columns: { clave: 'text', pedido_id: 'text', evento_id: 'text', creado_ms: 'bigint' },
} as const;
const REFERENCIAS = {
  table: 'pedidos_referencias',
  columns: { referencia: 'text', pedido_id: 'text' },
  onConflict: 'ON CONFLICT DO NOTHING',
} as const;
const LOSE_REFERENCIA = `
  DELETE FROM pedidos_referencias WHERE restaurante_id = $1 AND referencia = $2 AND pedido_id = $3`;
const NUMEROS = {
  table: 'numeros',
  columns: { dia: 'text', ultimo: 'bigint' },
  onConflict: 'ON CONFLICT (restaurante_id, dia) DO UPDATE SET ultimo = excluded.ultimo',
} as const;
const CONTEOS = {
  table: 'conteos',
  columns: {
    metodo: 'text',
    dias: 'bigint',
    inicio: 'bigint',
    estado: 'text',
    tipo: 'text',
    pedidos: 'bigint',
  },
  onConflict: `ON CONFLICT (restaurante_id, metodo, dias, inicio, estado, tipo)
    DO UPDATE SET pedidos = t.pedidos + excluded.pedidos`,
} as const;

export const PLAN_TARGETS = [
  ...[PEDIDOS, HISTORIAL, EVENTOS, CLAVES, PEDIDOS_CLIENTES, REFERENCIAS, NUMEROS, CONTEOS],
];

/** Stores the orders, history, events, keys, numbers and counts of a plan. */
export function* writePlan(restauranteId: string, plan: BatchPlan, now: number): Work<void> {
  const pedidos = plan.pedidos.map((each) => [
    each.id,
    each.estado,
    each.tipo,
    each.metodo,
    each.creadoMs,
    each.entradas,
    each.fingerprint,
    each.body,
    each.secuencia,
    each.cambiadoMs,
    each.facturaMs,
    each.pagoMs,
    each.cobroDesdeMs,
    each.cobroHastaMs,
  ]);
  yield* insert(PEDIDOS, restauranteId, pedidos);
  const historial = plan.historial.map((each) => [
    each.pedidoId,
    each.n,
    Buffer.from(each.json),
    each.secuencia,
  ]);
  yield* insert(HISTORIAL, restauranteId, historial);
  const eventos = plan.eventos.map((each) => [
    each.secuencia,
    each.id,
    each.tipo,
    each.pedidoId,
    each.creadoMs,
    each.body,
  ]);
  yield* insert(EVENTOS, restauranteId, eventos);
  const claves = plan.claves.map((each) => [each.clave, each.pedidoId, each.eventoId, now]);
  yield* insert(CLAVES, restauranteId, claves);
  const clientes = plan.clientes.map((each) => [each.cliente, each.pedidoId]);
  yield* insert(PEDIDOS_CLIENTES, restauranteId, clientes);
  const referencias = plan.referencias.map((each) => [each.referencia, each.pedidoId]);
  yield* insert(REFERENCIAS, restauranteId, referencias);
  for (const { referencia, pedidoId } of plan.referenciasPerdidas) {
    yield* send(LOSE_REFERENCIA, restauranteId, referencia, pedidoId);
  }
  const agedMs = agedOrder(plan, now);
  if (agedMs !== null) yield* send(REWIND_SEARCH, restauranteId, agedMs);
  yield* insert(NUMEROS, restauranteId, [...plan.numeros]);
  const conteos = conteoRows(plan.conteos).map((each) => [
    each.metodo,
    each.dias,
    each.inicio,
    each.estado,
    each.tipo,
    each.pedidos,
  ]);
  yield* insert(CONTEOS, restauranteId, conteos);
}
