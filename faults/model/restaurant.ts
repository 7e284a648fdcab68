import { isDeepStrictEqual } from 'node:util';
import type { Comando } from '../../src/contract/comandos.ts';
import { type Evento, IMPORTADO } from '../../src/contract/recursos/evento.ts';
import type { EntradaHistorial } from '../../src/contract/recursos/historial.ts';
import type { Pedido } from '../../src/contract/recursos/pedido.ts';
import { parseEventId } from '../../src/domain/pedido/evento.ts';
import type { Api } from '../clients/api.ts';
import { applyCommand, createdOrder } from './expected-order.ts';
import type { SentCommand, SentCommands } from './sent-commands.ts';

/** Everything that the API shows of one restaurant. */
export interface RestaurantView {
  restauranteId: string;
  log: Evento[];
  pedidos: Pedido[];
  total: number;
  historiales: Map<string, EntradaHistorial[]>;
}

/** Where a command was found in the log; imports have no event. */
export interface Trace {
  pedidoId: string;
  evento: Evento | null;
}

const AT_ONCE = 8;

export const readRestaurant = async (api: Api, restauranteId: string): Promise<RestaurantView> => {
  const log = await api.eventos();
  const { pedidos, total } = await api.pedidos();
  const historiales = new Map<string, EntradaHistorial[]>();
  const left = pedidos.map(({ id }) => id);
  const reader = async () => {
    for (let id = left.pop(); id !== undefined; id = left.pop()) {
      historiales.set(id, await api.historial(id));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, reader));
  return { restauranteId, log, pedidos, total, historiales };
};

/** The log counts without a gap, and every id is its own. */
export const checkLog = ({ restauranteId, log }: RestaurantView): string[] => {
  const problems: string[] = [];
  const ids = new Set<string>();
  for (const [i, { id, secuencia, restaurante_id }] of log.entries()) {
    if (secuencia !== i + 1) problems.push(`event ${id} has sequence ${secuencia}, not ${i + 1}`);
    if (parseEventId(id)?.secuencia !== secuencia) problems.push(`${id} is not of ${secuencia}`);
    if (restaurante_id !== restauranteId) problems.push(`${id} is of ${restaurante_id}`);
    if (ids.has(id)) problems.push(`event ${id} is there twice`);
    ids.add(id);
  }
  return problems;
};

/** Replays the commands step by step and checks that they give every order, with one event for each step. */
export const checkOrders = (
  view: RestaurantView,
  sent: SentCommands,
): { problems: string[]; traces: Map<number, Trace> } => {
  const problems: string[] = [];
  const traces = new Map<number, Trace>();
  const events = Map.groupBy(view.log, ({ datos }) => datos.pedido.id);
  const note = (command: SentCommand, trace: Trace) => {
    if (traces.has(command.n)) problems.push(`command ${command.n} was carried out twice`);
    traces.set(command.n, trace);
  };
  for (const pedido of view.pedidos) {
    const historial = view.historiales.get(pedido.id) ?? [];
    const own = events.get(pedido.id) ?? [];
    const first = sent.find(numberOf(historial[0]));
    if (first?.comando.op === 'pedido.importar') {
      problems.push(...checkPast(pedido, historial, own, first.comando));
      note(first, { pedidoId: pedido.id, evento: own[0] ?? null });
    } else problems.push(...checkSteps(pedido, historial, own, sent, note));
  }
  const listed = new Set(view.pedidos.map(({ id }) => id));
  for (const id of events.keys()) if (!listed.has(id)) problems.push(`order ${id} is not listed`);
  return { problems: [...problems, ...checkList(view)], traces };
};

const numberOf = (entrada: EntradaHistorial | undefined): number => Number(entrada?.detalle['n']);

const checkPast = (
  pedido: Pedido,
  historial: readonly EntradaHistorial[],
  events: readonly Evento[],
  comando: Comando<'pedido.importar'>,
): string[] => {
  const { id, numero, restaurante } = pedido;
  const expected = createdOrder(comando.pedido, pedido.creado_en, { id, numero, restaurante });
  const isWhole =
    isDeepStrictEqual(pedido, expected) &&
    isDeepStrictEqual(historial, comando.historial) &&
    events.length === 1 &&
    events[0]?.tipo === IMPORTADO &&
    isDeepStrictEqual(events[0].datos.pedido, expected);
  return isWhole ? [] : [`the imported order ${id} is not what was imported`];
};

const checkSteps = (
  pedido: Pedido,
  historial: readonly EntradaHistorial[],
  events: readonly Evento[],
  sent: SentCommands,
  note: (command: SentCommand, trace: Trace) => void,
): string[] => {
  const { id, numero, restaurante } = pedido;
  if (historial.length !== events.length || events.length === 0) {
    return [`order ${id} has ${historial.length} entries and ${events.length} events`];
  }
  const problems: string[] = [];
  let state: Pedido | null = null;
  for (const [i, entrada] of historial.entries()) {
    const evento = events[i] as Evento;
    const command = sent.find(numberOf(entrada));
    if (command === undefined) return [`order ${id}: nobody sent ${JSON.stringify(entrada)}`];
    const { comando } = command;
    note(command, { pedidoId: id, evento });
    const expected = applyCommand(state, comando, entrada.momento, { id, numero, restaurante });
    if (expected === null || ('pedido_id' in comando && comando.pedido_id !== id)) {
      return [`order ${id}: command ${command.n} (${comando.op}) cannot have been done to it`];
    }
    const { origen = 'sistema', usuario = null, momento = entrada.momento } = comando;
    const detalle = { ...comando.detalle, ...traceOf(state, expected.pedido, entrada) };
    const entradaExpected = { momento, accion: expected.accion, origen, usuario, detalle };
    const eventoExpected = { pedido: expected.pedido, cambios: expected.cambios };
    if (!isDeepStrictEqual(entrada, entradaExpected)) {
      problems.push(`order ${id}: the history says ${JSON.stringify(entrada)} of ${command.n}`);
    }
    if (evento.tipo !== expected.tipo || !sameEvent(evento.datos, eventoExpected)) {
      problems.push(`order ${id}: event ${evento.id} does not say what command ${command.n} did`);
    }
    state = expected.pedido;
  }
  if (!isDeepStrictEqual(pedido, state)) {
    problems.push(`order ${id} is not what its ${historial.length} commands made of it`);
  }
  return problems;
};

const sameEvent = (
  { pedido, cambios }: Evento['datos'],
  expected: { pedido: Pedido; cambios: string[] },
): boolean =>
  isDeepStrictEqual(pedido, expected.pedido) &&
  isDeepStrictEqual([...cambios].sort(), expected.cambios.toSorted());

const IMPORTED_DAY = '20200101-';

/** The list is complete and has no repetitions, newest id first; numbers given by the service are unique. */
const checkList = ({ pedidos, total }: RestaurantView): string[] => {
  const problems: string[] = [];
  for (const [i, { id }] of pedidos.entries()) {
    const previous = pedidos[i - 1]?.id;
    if (previous !== undefined && !(id < previous))
      problems.push(`${id} is listed after ${previous}`);
  }
  if (total !== pedidos.length) problems.push(`${pedidos.length} orders are counted as ${total}`);
  const numbers = pedidos
    .map(({ numero }) => numero)
    .filter((each) => !each.startsWith(IMPORTED_DAY));
  const twice = numbers.length - new Set(numbers).size;
  if (twice > 0) problems.push(`${twice} orders share their number with another`);
  return problems;
};

/** A note must give both sides of each path that it names, and name each field that differs. */
const traceOf = (before: Pedido | null, after: Pedido, { accion, detalle }: EntradaHistorial) => {
  if (accion !== 'anotado') return {};
  const at = (pedido: Pedido | null, path: string): unknown =>
    path
      .split('.')
      .reduce<unknown>((value, name) => (value as Record<string, unknown>)?.[name] ?? null, pedido);
  const named = Object.keys(Object(detalle['cambios']));
  const changed = (Object.keys(after) as (keyof Pedido)[]).filter(
    (field) => !isDeepStrictEqual(before?.[field], after[field]),
  );
  const missing = changed.filter((field) => !named.some((path) => path.split('.')[0] === field));
  const paths = [...named, ...missing].map((path) => [
    path,
    { antes: at(before, path), despues: at(after, path) },
  ]);
  return { cambios: Object.fromEntries(paths) };
};
