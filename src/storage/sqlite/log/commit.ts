import type { Pedido } from '../../../contract/recursos/pedido.ts';
import type { ComandoLog } from '../../../domain/cliente/olvido.ts';
import {
  type Answer,
  agedOrder,
  type BatchContext,
  type BatchPlan,
  type BatchState,
  candidateDays,
  isEmptyPlan,
  neededKeys,
  type StoredPedido,
} from '../../../domain/log/batch.ts';
import { type IdSkew, isOrdered, widenSkew } from '../../../domain/log/id-skew.ts';
import { planBatch } from '../../../domain/log/plan.ts';
import { INSERT_CLIENTE, SEARCH_AGAIN } from '../../clientes/clientes.ts';
import { forgetBefore } from '../../clientes/forget.ts';
import { conteoRows } from '../../shared/conteos.ts';
import type { OrderCache } from '../../shared/order-cache.ts';
import type { Connection } from '../driver/connection.ts';
import { carryOut } from '../driver/database.ts';
import { writeResumen } from '../pedidos/resumen.ts';
import { readRegistro, skewAmong, writeRegistro } from './registro.ts';

/** Carries out one batch inside the transaction that is open: read, plan, write. */
export const commitBatch = (
  connection: Connection,
  cache: OrderCache,
  restauranteId: string,
  comandos: readonly ComandoLog[],
  context: BatchContext,
): Answer[] => {
  const registro = readRegistro(connection, restauranteId);
  const version = registro?.version ?? 0;
  const pedidos = cache.recall(restauranteId, version);
  const keys = neededKeys(comandos);
  const state: BatchState = {
    cuenta: registro?.cuenta ?? null,
    secuencia: registro?.secuencia ?? 0,
    logTag: registro?.logTag ?? '',
    pedidos,
    claves: loadClaves(connection, restauranteId, keys.claves),
    numeros: new Map(),
  };
  if (registro !== null) {
    loadPedidos(connection, restauranteId, keys.pedidos, pedidos);
    for (const dia of candidateDays(comandos, context.now)) {
      const row = connection.get<{ ultimo: number }>(READ_NUMERO, restauranteId, dia);
      if (row !== undefined) state.numeros.set(dia, row.ultimo);
    }
  }
  const plan = planBatch(state, comandos, context);
  if (isEmptyPlan(plan)) {
    cache.keep(restauranteId, version, pedidos);
    return plan.answers;
  }
  writePlan(connection, restauranteId, plan, registro?.idSkew ?? null, context.now);
  cache.keep(restauranteId, version + 1, pedidos);
  return plan.answers;
};

const READ_CLAVE = `
  SELECT pedido_id AS pedidoId, evento_id AS eventoId FROM claves
  WHERE restaurante_id = ? AND clave = ?`;
const READ_PEDIDO =
  'SELECT cuerpo, entradas, olvidado FROM pedidos WHERE restaurante_id = ? AND id = ?';
const READ_NUMERO = 'SELECT ultimo FROM numeros WHERE restaurante_id = ? AND dia = ?';

const loadClaves = (
  connection: Connection,
  restauranteId: string,
  claves: ReadonlySet<string>,
): Map<string, Answer> => {
  const known = new Map<string, Answer>();
  for (const clave of claves) {
    const row = connection.get<{ pedidoId: string; eventoId: string | null }>(
      READ_CLAVE,
      restauranteId,
      clave,
    );
    if (row !== undefined) known.set(clave, { ok: true, ...row });
  }
  return known;
};

const loadPedidos = (
  connection: Connection,
  restauranteId: string,
  ids: ReadonlySet<string>,
  pedidos: Map<string, StoredPedido>,
): void => {
  for (const id of ids) {
    if (pedidos.has(id)) continue;
    const row = connection.get<{ cuerpo: string; entradas: number; olvidado: string | null }>(
      READ_PEDIDO,
      restauranteId,
      id,
    );
    if (row === undefined) continue;
    const { cuerpo, entradas, olvidado } = row;
    pedidos.set(id, { pedido: JSON.parse(cuerpo) as Pedido, entradas, olvidado });
  }
};

/** Orders are kept as text: SQLite concatenates texts with one copy less than blobs. */
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
const UPSERT_NUMERO = `
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

const writePlan = (
  connection: Connection,
  restauranteId: string,
  plan: BatchPlan,
  idSkew: IdSkew | null,
  now: number,
): void => {
  const { run } = connection;
  // Before the new rows are stored: the skew is measured against the old ones.
  const widened = measureSkew(connection, restauranteId, plan, idSkew);
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
  for (const [dia, ultimo] of plan.numeros) run(UPSERT_NUMERO, restauranteId, dia, ultimo);
  const conteos = conteoRows(plan.conteos);
  while (conteos.length > 0) {
    const some = conteos.splice(0, CONTEOS_AT_ONCE);
    const values = some.flatMap(({ dias, inicio, estado, tipo, pedidos }) => [
      ...[restauranteId, dias, inicio, estado, tipo, pedidos],
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
  if (agedMs !== null) run(SEARCH_AGAIN, restauranteId, agedMs);
  for (const olvido of plan.olvidos) carryOut(connection, forgetBefore(restauranteId, olvido));
  writeResumen(connection, restauranteId, plan.resumen);
  writeRegistro(connection, restauranteId, plan.secuencia, widened);
};

const measureSkew = (
  connection: Connection,
  restauranteId: string,
  plan: BatchPlan,
  idSkew: IdSkew | null,
): IdSkew | null => {
  const added = plan.pedidos.filter((write) => write.isNew);
  return widenSkew(idSkew, added, (placed) =>
    isOrdered(idSkew) ? skewAmong(connection, restauranteId, placed, idSkew.skewMs) : 0,
  );
};
