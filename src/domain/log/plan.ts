import { IMPORTADO } from '../../contract/recursos/evento.ts';
import type { Pedido } from '../../contract/recursos/pedido.ts';
import type { ClientKeys } from '../cliente/client-keys.ts';
import type { ComandoLog } from '../cliente/olvido.ts';
import { reachesBack } from '../money/closing/counted.ts';
import { addToMoney, movesNoMoney, noMoney } from '../money/share.ts';
import { encodeEvent, makeEventId } from '../pedido/evento.ts';
import { fechasOf } from '../pedido/fechas.ts';
import { makeNumbering } from '../pedido/numero.ts';
import { type Applied, apply } from '../pedido/pedido.ts';
import { checksumOf, encodePedido, type PedidoJson, pedidoBytes } from '../pedido/pedido-json.ts';
import { changedReferences } from '../pedido/referencias.ts';
import { refuse, unknownRestaurant } from '../pedido/refusal.ts';
import { type Dia, localDayIn } from '../resumen/dias.ts';
import { addToSummary, countsTheSame, emptyDeltas } from '../resumen/resumen.ts';
import { isoTimestamp, utcDay } from '../time.ts';
import {
  ANY_METHOD,
  type Answer,
  type BatchContext,
  type BatchPlan,
  type BatchState,
  type ConteoDelta,
  type Cuenta,
  orderIdOf,
  type StoredPedido,
} from './batch.ts';

/** The orders that a batch has changed, as they were before it; null if new. */
type Before = Map<string, StoredPedido | null>;

const emptyPlan = (secuencia: number): BatchPlan => ({
  answers: [],
  secuencia,
  pedidos: [],
  historial: [],
  eventos: [],
  claves: [],
  numeros: new Map(),
  conteos: [],
  resumen: emptyDeltas(),
  money: noMoney(),
  clientes: [],
  referencias: [],
  referenciasPerdidas: [],
  olvidos: [],
  tardios: [],
});

/** Each command sees the changes of those before it; a refused one leaves no trace. */
export const planBatch = (
  state: BatchState,
  comandos: readonly ComandoLog[],
  context: BatchContext,
): BatchPlan => {
  const plan = emptyPlan(state.secuencia);
  const { cuenta } = state;
  if (cuenta === null) {
    plan.answers = comandos.map((comando) => unknownRestaurant(comando.restaurante_id));
    return plan;
  }
  const localDay = localDayIn(cuenta.zonaHoraria);
  const before: Before = new Map();
  const execute = makeExecute({ ...state, cuenta }, plan, before, localDay, context);
  const answered = new Map(state.claves);
  for (const comando of comandos) {
    const { clave } = comando;
    const first = clave === undefined ? undefined : answered.get(clave);
    const answer = first ?? execute(comando);
    plan.answers.push(answer);
    // Only a command that was carried out claims its idempotency key: a refusal changed nothing, so a retry is judged anew.
    if (first === undefined && clave !== undefined && answer.ok) {
      answered.set(clave, answer);
      plan.claves.push({ clave, pedidoId: answer.pedidoId, eventoId: answer.eventoId });
    }
  }
  addWrites(plan, before, state.pedidos, localDay, context);
  return plan;
};

const makeExecute = (
  state: BatchState & { cuenta: Cuenta },
  plan: BatchPlan,
  before: Before,
  localDay: (ms: number) => Dia,
  { now, mintId, clientKeys, randomBytes }: BatchContext,
) => {
  const creadoEn = isoTimestamp(now);
  const numbering = makeNumbering(state.numeros, plan.numeros);
  const { id: restauranteId, slug, nombre, ingesta } = state.cuenta;
  const draftContext = {
    now,
    mintId,
    restaurante: { id: restauranteId, slug, nombre },
    nextNumero: (creadoMs: number) => numbering.next(localDay(creadoMs)),
  };

  const announce = (pedidoId: string, json: PedidoJson, evento: NonNullable<Applied['evento']>) => {
    plan.secuencia += 1;
    const { secuencia } = plan;
    const { tipo, cambios } = evento;
    const id = makeEventId(secuencia, state.logTag, randomBytes);
    const body = encodeEvent({ id, tipo, creadoEn, restauranteId, secuencia }, json, cambios);
    plan.eventos.push({ secuencia, id, tipo, pedidoId, creadoMs: now, body });
    return id;
  };

  return (comando: ComandoLog): Answer => {
    const forgets = comando.op === 'pedido.olvidar';
    // Forgetting is owed to the customer, whether or not the restaurant still takes orders.
    if (!ingesta && !forgets) {
      const error = `La ingesta de pedidos no está habilitada para «${restauranteId}».`;
      return refuse('ingesta_no_habilitada', error, '/restaurante_id');
    }
    const id = orderIdOf(comando);
    const stored = id === undefined ? undefined : state.pedidos.get(id);
    const result = apply(stored?.pedido ?? null, comando, draftContext);
    if (!result.ok) return result;
    const { pedido, entradas, evento } = result;
    let olvidado = stored?.olvidado ?? null;
    if (forgets && stored !== undefined) {
      const claves = clientKeys(stored.pedido.cliente);
      olvidado ??= claves[0] ?? '';
      plan.olvidos.push({
        pedidoId: pedido.id,
        n: stored.entradas,
        secuencia: plan.secuencia + 1,
        olvidado,
        claves,
      });
    }
    if (stored?.pedido === pedido) return { ok: true, pedidoId: pedido.id, eventoId: null };

    const earlier = stored?.pedido ?? null;
    if (reachesBack(earlier, pedido, state.cerradoHastaMs)) {
      const { momento = creadoEn, origen = 'sistema', usuario = null } = comando;
      plan.tardios.push({ before: earlier, after: pedido, momento, origen, usuario });
    }
    if ('pedido' in comando) numbering.note(comando.pedido.numero);
    const json = encodePedido(pedido, stored?.json, evento?.cambios ?? []);
    before.getOrInsert(pedido.id, stored ?? null);
    let n = stored?.entradas ?? 0;
    const isAnnounced = evento !== null && evento.tipo !== IMPORTADO;
    const secuencia = isAnnounced ? plan.secuencia + 1 : null;
    for (const entrada of entradas) {
      plan.historial.push({ pedidoId: pedido.id, n, json: JSON.stringify(entrada), secuencia });
      n += 1;
    }
    state.pedidos.set(pedido.id, { pedido, entradas: n, olvidado, json });
    const eventoId = evento === null ? null : announce(pedido.id, json, evento);
    return { ok: true, pedidoId: pedido.id, eventoId };
  };
};

/** Called after the last command: adds one write for each order, and its changes to counters and summary. */
const addWrites = (
  plan: BatchPlan,
  changed: Before,
  current: ReadonlyMap<string, StoredPedido>,
  localDay: (ms: number) => Dia,
  { clientKeys, now }: Pick<BatchContext, 'clientKeys' | 'now'>,
): void => {
  /** The last event of each order. */
  const announced = new Map(plan.eventos.map((each) => [each.pedidoId, each.secuencia]));
  const conteos = new Map<string, ConteoDelta>();
  const count = ({ estado, tipo, pago }: Pedido, creadoMs: number, sign: 1 | -1) => {
    const diaUtc = utcDay(creadoMs);
    for (const metodo of [ANY_METHOD, pago.metodo]) {
      const newDelta = () => ({ diaUtc, metodo, estado, tipo, pedidos: 0 });
      const key = `${diaUtc} ${estado} ${tipo} ${metodo}`;
      conteos.getOrInsertComputed(key, newDelta).pedidos += sign;
    }
  };
  for (const [id, before] of changed) {
    const stored = current.get(id);
    if (stored?.json === undefined) continue;
    const { pedido, entradas } = stored;
    const body = pedidoBytes(stored.json);
    const { estado, tipo, pago } = pedido;
    const { metodo } = pago;
    const creadoMs = Date.parse(pedido.creado_en);
    const fingerprint = checksumOf(stored.json);
    const isNew = before === null;
    plan.pedidos.push({
      ...{ id, estado, tipo, metodo, creadoMs, entradas, body, fingerprint, isNew },
      ...fechasOf(pedido),
      secuencia: announced.get(id) ?? plan.secuencia,
      cambiadoMs: now,
    });
    const { added, removed } = changedReferences(before?.pedido ?? null, pedido);
    for (const referencia of added) plan.referencias.push({ referencia, pedidoId: id });
    for (const referencia of removed) plan.referenciasPerdidas.push({ referencia, pedidoId: id });
    if (before?.pedido.estado !== estado || before.pedido.pago.metodo !== metodo) {
      if (before !== null) count(before.pedido, creadoMs, -1);
      count(pedido, creadoMs, 1);
    }
    if (before === null || !movesNoMoney(before.pedido, pedido)) {
      if (before !== null) addToMoney(plan.money, before.pedido, localDay, -1);
      addToMoney(plan.money, pedido, localDay, 1);
    }
    if (before === null) {
      const claves = clientKeys(pedido.cliente);
      for (const cliente of claves) plan.clientes.push({ cliente, pedidoId: id });
      const cliente = claves[0] ?? null;
      addToSummary(plan.resumen, pedido, { dia: localDay(creadoMs), creadoMs, cliente }, 1);
    } else if (!countsTheSame(before.pedido, pedido)) {
      const cliente = clientOf(before, clientKeys);
      const place = { dia: localDay(creadoMs), creadoMs, cliente };
      addToSummary(plan.resumen, before.pedido, place, -1);
      addToSummary(plan.resumen, pedido, place, 1);
    }
  }
  plan.conteos = [...conteos.values()].filter((delta) => delta.pedidos !== 0);
};

/** The key of the customer for whom summaries count an order, forgotten or not. */
export const clientOf = (
  { pedido, olvidado }: Pick<StoredPedido, 'pedido' | 'olvidado'>,
  clientKeys: ClientKeys,
): string | null =>
  olvidado === null ? (clientKeys(pedido.cliente)[0] ?? null) : olvidado || null;
