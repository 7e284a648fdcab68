import { agedOrder, type BatchPlan } from '../../../domain/log/batch.ts';
import { INSERT_CLIENTE, REWIND_SEARCH } from '../../clientes/clientes.ts';
import { conteoRows } from '../../shared/conteos.ts';
import type { Connection } from '../driver/connection.ts';

/** Orders are stored as text: SQLite concatenates texts with one copy less than blobs. */
const INSERT_PEDIDO = `
  INSERT INTO pedidos (restaurante_id, id, estado, tipo, creado_ms, entradas, huella, cuerpo)
  VALUES (?, ?, ?, ?, ?, ?, ?, CAST(? AS TEXT))`;
const UPDATE_PEDIDO = `
  UPDATE pedidos SET estado = ?, entradas = ?, huella = ?, cuerpo = CAST(? AS TEXT)
  WHERE restaurante_id = ? AND id = ?`;
const INSERT_HISTORIAL = `
  INSERT INTO historial (restaurante_id, pedido_id, n, cuerpo, secuencia)
  VALUES (?, ?, ?, ?, ?)`;
const INSERT_EVENTO = `
  INSERT INTO eventos (restaurante_id, secuencia, id, tipo, pedido_id, creado_ms, cuerpo)
  VALUES (?, ?, ?, ?, ?, ?, ?)`;
const INSERT_CLAVE = `
  INSERT INTO claves (restaurante_id, clave, pedido_id, evento_id, creado_ms)
  VALUES (?, ?, ?, ?, ?)`;
const SET_NUMERO = `
  INSERT INTO numeros (restaurante_id, dia, ultimo) VALUES (?, ?, ?)
  ON CONFLICT DO UPDATE SET ultimo = excluded.ultimo`;
const INSERT_REFERENCIA = `
  INSERT INTO pedidos_referencias (restaurante_id, referencia, pedido_id) VALUES (?, ?, ?)
  ON CONFLICT DO NOTHING`;
/** A change of state is four rows, and most batches of a platform are one change of one restaurant. */
const CONTEOS_AT_ONCE = 4;
const addConteos = (rows: number): string => `
  INSERT INTO conteos (restaurante_id, dias, inicio, estado, tipo, pedidos)
  VALUES ${Array(rows).fill('(?, ?, ?, ?, ?, ?)').join(', ')}
  ON CONFLICT DO UPDATE SET pedidos = pedidos + excluded.pedidos`;
const ADD_CONTEOS = Array.from({ length: CONTEOS_AT_ONCE + 1 }, (_, rows) => addConteos(rows));

/** Stores the orders, history, events, keys, numbers and counts of a plan. */
export const writePlan = (
  { run }: Connection,
  restauranteId: string,
  plan: BatchPlan,
  now: number,
): void => {
  for (const { id, estado, tipo, creadoMs, entradas, huella, body, isNew } of plan.pedidos) {
    if (isNew)
      run(INSERT_PEDIDO, restauranteId, id, estado, tipo, creadoMs, entradas, huella, body);
    else run(UPDATE_PEDIDO, estado, entradas, huella, body, restauranteId, id);
  }
  for (const { pedidoId, n, json, secuencia } of plan.historial) {
    run(INSERT_HISTORIAL, restauranteId, pedidoId, n, Buffer.from(json), secuencia);
  }
  for (const { secuencia, id, tipo, pedidoId, creadoMs, body } of plan.eventos) {
    run(INSERT_EVENTO, restauranteId, secuencia, id, tipo, pedidoId, creadoMs, body);
  }
  for (const { clave, pedidoId, eventoId } of plan.claves) {
    run(INSERT_CLAVE, restauranteId, clave, pedidoId, eventoId, now);
  }
  for (const [dia, ultimo] of plan.numeros) run(SET_NUMERO, restauranteId, dia, ultimo);
  const conteos = conteoRows(plan.conteos);
  while (conteos.length > 0) {
    const some = conteos.splice(0, CONTEOS_AT_ONCE);
    const values = some.flatMap(({ dias, inicio, estado, tipo, pedidos }) => [
      restauranteId,
      dias,
      inicio,
      estado,
      tipo,
      pedidos,
    ]);
    run(ADD_CONTEOS[some.length] as string, ...values);
  }
  for (const { cliente, pedidoId } of plan.clientes) {
    run(INSERT_CLIENTE, restauranteId, cliente, pedidoId);
  }
  for (const { referencia, pedidoId } of plan.referencias) {
    run(INSERT_REFERENCIA, restauranteId, referencia, pedidoId);
  }
  const agedMs = agedOrder(plan, now);
  if (agedMs !== null) run(REWIND_SEARCH, restauranteId, agedMs);
};
