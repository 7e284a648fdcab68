import { agedOrder, type BatchPlan } from '../../../domain/log/batch.ts';
import { REWIND_SEARCH } from '../../clientes/clientes.ts';
import type { Value } from '../../database.ts';
import { conteoRows } from '../../shared/conteos.ts';
import { int4Array, int8Array, textArray } from '../driver/arrays.ts';
import type { Transaction } from '../driver/transaction.ts';

/*
 * Every INSERT selects from `registros`, the head of the log, whose row the transaction has locked: on Citus, it is then one
 * task of one shard. An INSERT that takes the restaurant from $1 goes through the coordinator, and needs a two-phase commit.
 */

/**
 * Upserts new and changed orders alike. For an UPDATE that joins the array, the planner expected few orders
 * and walked all of the restaurant's for every batch.
 */
const SAVE_PEDIDOS = `
  INSERT INTO pedidos (restaurante_id, id, estado, tipo, creado_ms, entradas, huella, cuerpo)
  SELECT g.restaurante_id, u.* FROM registros g, unnest(
    $2::text[], $3::text[], $4::text[], $5::bigint[], $6::int[], $7::bigint[], $8::text[]) u
  WHERE g.restaurante_id = $1
  ON CONFLICT (restaurante_id, id, creado_ms) DO UPDATE SET
    estado = excluded.estado, entradas = excluded.entradas, huella = excluded.huella,
    cuerpo = excluded.cuerpo`;
const INSERT_HISTORIAL = `
  INSERT INTO historial (restaurante_id, pedido_id, n, cuerpo, secuencia)
  SELECT g.restaurante_id, u.pedido_id, u.n, u.cuerpo, nullif(u.secuencia, 0)
  FROM registros g,
       unnest($2::text[], $3::int[], $4::text[], $5::bigint[]) AS u (pedido_id, n, cuerpo, secuencia)
  WHERE g.restaurante_id = $1`;
const INSERT_EVENTOS = `
  INSERT INTO eventos (restaurante_id, secuencia, id, tipo, pedido_id, creado_ms, cuerpo)
  SELECT g.restaurante_id, u.* FROM registros g, unnest(
    $2::bigint[], $3::text[], $4::text[], $5::text[], $6::bigint[], $7::text[]) u
  WHERE g.restaurante_id = $1`;
const INSERT_CLAVES = `
  INSERT INTO claves (restaurante_id, clave, pedido_id, evento_id, creado_ms)
  SELECT g.restaurante_id, u.clave, u.pedido_id, u.evento_id, $2
  FROM registros g, unnest($3::text[], $4::text[], $5::text[]) AS u (clave, pedido_id, evento_id)
  WHERE g.restaurante_id = $1`;
const INSERT_CLIENTES = `
  INSERT INTO pedidos_clientes (restaurante_id, cliente, pedido_id)
  SELECT g.restaurante_id, u.* FROM registros g, unnest($2::text[], $3::text[]) u
  WHERE g.restaurante_id = $1 ON CONFLICT DO NOTHING`;
const INSERT_REFERENCIAS = `
  INSERT INTO pedidos_referencias (restaurante_id, referencia, pedido_id)
  SELECT g.restaurante_id, u.* FROM registros g, unnest($2::text[], $3::text[]) u
  WHERE g.restaurante_id = $1 ON CONFLICT DO NOTHING`;
const SET_NUMEROS = `
  INSERT INTO numeros (restaurante_id, dia, ultimo)
  SELECT g.restaurante_id, u.* FROM registros g, unnest($2::text[], $3::bigint[]) u
  WHERE g.restaurante_id = $1
  ON CONFLICT (restaurante_id, dia) DO UPDATE SET ultimo = excluded.ultimo`;
const ADD_CONTEOS = `
  INSERT INTO conteos AS c (restaurante_id, dias, inicio, estado, tipo, pedidos)
  SELECT g.restaurante_id, u.* FROM registros g, unnest(
    $2::int[], $3::bigint[], $4::text[], $5::text[], $6::bigint[]) u
  WHERE g.restaurante_id = $1
  ON CONFLICT (restaurante_id, dias, inicio, estado, tipo)
  DO UPDATE SET pedidos = c.pedidos + excluded.pedidos`;

/** Sends the orders, history, events, keys, numbers and counts of a plan: a statement for each kind. */
export const writePlan = (
  transaction: Transaction,
  restauranteId: string,
  plan: BatchPlan,
  now: number,
): void => {
  const send = (sql: string, rows: readonly unknown[], columns: readonly Value[]): void => {
    if (rows.length > 0) transaction.send(sql, [restauranteId, ...columns]);
  };
  const { pedidos, historial, eventos, claves, clientes, referencias } = plan;
  send(SAVE_PEDIDOS, pedidos, [
    textArray(pedidos.map((each) => each.id)),
    textArray(pedidos.map((each) => each.estado)),
    textArray(pedidos.map((each) => each.tipo)),
    int8Array(pedidos.map((each) => each.creadoMs)),
    int4Array(pedidos.map((each) => each.entradas)),
    int8Array(pedidos.map((each) => each.huella)),
    textArray(pedidos.map((each) => each.body)),
  ]);
  send(INSERT_HISTORIAL, historial, [
    textArray(historial.map((each) => each.pedidoId)),
    int4Array(historial.map((each) => each.n)),
    textArray(historial.map((each) => each.json)),
    int8Array(historial.map((each) => each.secuencia ?? 0)),
  ]);
  send(INSERT_EVENTOS, eventos, [
    int8Array(eventos.map((each) => each.secuencia)),
    textArray(eventos.map((each) => each.id)),
    textArray(eventos.map((each) => each.tipo)),
    textArray(eventos.map((each) => each.pedidoId)),
    int8Array(eventos.map((each) => each.creadoMs)),
    textArray(eventos.map((each) => each.body)),
  ]);
  send(INSERT_CLAVES, claves, [
    now,
    textArray(claves.map((each) => each.clave)),
    textArray(claves.map((each) => each.pedidoId)),
    textArray(claves.map((each) => each.eventoId)),
  ]);
  send(INSERT_CLIENTES, clientes, [
    textArray(clientes.map((each) => each.cliente)),
    textArray(clientes.map((each) => each.pedidoId)),
  ]);
  send(INSERT_REFERENCIAS, referencias, [
    textArray(referencias.map((each) => each.referencia)),
    textArray(referencias.map((each) => each.pedidoId)),
  ]);
  const agedMs = agedOrder(plan, now);
  if (agedMs !== null) transaction.send(REWIND_SEARCH, [restauranteId, agedMs]);
  const numeros = [...plan.numeros];
  send(SET_NUMEROS, numeros, [
    textArray(numeros.map(([dia]) => dia)),
    int8Array(numeros.map(([, ultimo]) => ultimo)),
  ]);
  const conteos = conteoRows(plan.conteos);
  send(ADD_CONTEOS, conteos, [
    int4Array(conteos.map((each) => each.dias)),
    int8Array(conteos.map((each) => each.inicio)),
    textArray(conteos.map((each) => each.estado)),
    textArray(conteos.map((each) => each.tipo)),
    int8Array(conteos.map((each) => each.pedidos)),
  ]);
};
