import type { Comando } from '../contract/comandos.ts';
import type { EntradaHistorial } from '../contract/recursos/historial.ts';
import type { Estado, Pedido } from '../contract/recursos/pedido.ts';
import { UNFILTERED } from '../domain/pedido/filtros.ts';
import { ESTADOS_ABIERTOS } from '../domain/pedido/transiciones.ts';
import { DAY_MS } from '../domain/time.ts';
import { parseBodies, parseBody } from '../storage/port/body.ts';
import type { Store } from '../storage/port/store.ts';
import { isOwn } from './own-ids.ts';
import { pastCommands } from './past.ts';
import type { Place } from './places/place.ts';
import { openingCommands, PLACES } from './places/places.ts';
import type { Send } from './private-door.ts';

const HISTORY_DAYS = 90;
const REQUEST_LINES = 200;
const OPEN_MAX = 500;

type Read = Pick<Store, 'cuentas' | 'pedidos'>;

type Contents = 'empty' | 'demo' | 'foreign';

export const contentsOf = async ({ cuentas }: Read): Promise<Contents> => {
  if ((await cuentas.find(PLACES[0].perfil.id)) !== null) return 'demo';
  return (await cuentas.list('', 1)).length === 0 ? 'empty' : 'foreign';
};

interface FillInput {
  seed: string;
  nowMs: number;
  days?: number;
  send: Send;
  signal: AbortSignal;
}

/** `ofFirst` counts the orders of the restaurant that the welcome names. */
export type Filled = { orders: number; ofFirst: number; refusal: string | null };

/** Sends the documents that the demo's restaurants lack, then every order since their newest one. */
export const fill = async (
  store: Read,
  { seed, nowMs, days = HISTORY_DAYS, send, signal }: FillInput,
): Promise<Filled> => {
  const filled: Filled = { orders: 0, ofFirst: 0, refusal: null };
  const post = async (comandos: readonly Comando[]): Promise<void> => {
    for (const answer of await send(comandos)) {
      // `conflicto`: another process on the same database has sent the order already.
      if (answer.ok || answer.codigo === 'conflicto') continue;
      filled.refusal ??= `${answer.codigo}: ${answer.error}`;
    }
  };
  for (const place of PLACES) {
    const opening = await missingOpening(store, place);
    if (opening.length > 0) await post(opening);
    const [newest] = await readPedidos(store, place, null, 1);
    const newestMs = newest === undefined ? 0 : Date.parse(newest.creado_en);
    const fromMs = Math.max(newestMs, nowMs - days * DAY_MS);
    for (const comandos of inRequests(pastCommands(seed, place, fromMs, nowMs))) {
      if (signal.aborted) return filled;
      await post(comandos);
      filled.orders += comandos.length;
      if (place === PLACES[0]) filled.ofFirst += comandos.length;
    }
  }
  return filled;
};

/** A document that exists is never sent again: it may have been changed on purpose. */
const missingOpening = async ({ cuentas }: Read, place: Place): Promise<Comando[]> => {
  const { id } = place.perfil;
  const { perfil, carta, zonas } = openingCommands(place);
  const missing: Comando[] = [];
  if ((await cuentas.find(id)) === null) missing.push(perfil);
  if ((await cuentas.document(id, 'carta')) === null) missing.push(carta);
  if ((await cuentas.document(id, 'zonas')) === null) missing.push(zonas);
  return missing;
};

function* inRequests(comandos: Iterable<Comando>): Generator<Comando[]> {
  let request: Comando[] = [];
  for (const comando of comandos) {
    if (request.push(comando) < REQUEST_LINES) continue;
    yield request;
    request = [];
  }
  if (request.length > 0) yield request;
}

const readPedidos = async (
  { pedidos }: Read,
  { perfil }: Place,
  estado: readonly Estado[] | null,
  limit: number,
): Promise<Pedido[]> => {
  const { body } = await pedidos.list({
    restauranteId: perfil.id,
    ...UNFILTERED,
    estado,
    cursor: null,
    limit,
  });
  return parseBodies<Pedido>(body);
};

export type OpenOrder = { pedido: Pedido; sinceMs: number };

export const openOrders = async (store: Read, seed: string): Promise<OpenOrder[]> => {
  const open: OpenOrder[] = [];
  for (const place of PLACES) {
    const pedidos = await readPedidos(store, place, ESTADOS_ABIERTOS, OPEN_MAX);
    for (const pedido of pedidos.filter((each) => isOwn(seed, each))) {
      const last = (await store.pedidos.history(place.perfil.id, pedido.id))?.at(-1);
      const since = last ? parseBody<EntradaHistorial>(last).momento : pedido.creado_en;
      open.push({ pedido, sinceMs: Date.parse(since) });
    }
  }
  return open;
};
