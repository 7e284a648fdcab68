import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import { applyEvento, CLOSED_SHOWN, catchUp } from './board.ts';
import { SESION } from './client.ts';
import { get, streamUrl } from './http.ts';
import { restKey, restPath } from './queries.ts';
import { TIPOS_EVENTO } from './values.ts';
import type { Evento, Ping, Tablero } from './wire.ts';

export type LiveState = 'connecting' | 'open' | 'lost';

const REMEMBERED = 500;
/**
 * Pages that are added up by the server are asked for at most this often, however busy the kitchen. The
 * server itself adds them up every two seconds: a little later, so that the event is in it.
 */
const CALM_MS = 2_500;
const AGAIN_MS = 3_000;
const WORRY_MS = 8_000;

interface Live {
  state: LiveState;
  /** The last events, oldest first, for a board that is being loaded. */
  recent: { current: Evento[] };
}

const LiveContext = createContext<Live | null>(null);

/** One stream for the whole panel: it moves the board and wakes the pages that depend on orders. */
export const LiveProvider = ({
  restauranteId,
  children,
}: {
  restauranteId: string;
  children: ReactNode;
}) => {
  const client = useQueryClient();
  const [state, setState] = useState<LiveState>('connecting');
  const recent = useRef<Evento[]>([]);

  useEffect(() => {
    recent.current = [];
    let lastId: string | null = null;
    let source: EventSource | null = null;
    let again: ReturnType<typeof setTimeout> | undefined;
    let calm: ReturnType<typeof setTimeout> | undefined;
    let worry: ReturnType<typeof setTimeout> | undefined;
    let inexact = false;
    const ask = (...what: string[]) =>
      client.invalidateQueries({ queryKey: restKey(restauranteId, ...what) });

    const settle = () => {
      calm = undefined;
      void ask('inicio');
      void ask('pedidos');
      if (inexact) void ask('tablero');
      inexact = false;
    };
    const onEvento = (message: MessageEvent<string>) => {
      lastId = message.lastEventId;
      const evento = JSON.parse(message.data) as Evento;
      recent.current = [...recent.current.slice(1 - REMEMBERED), evento];
      client.setQueryData<Tablero>(restKey(restauranteId, 'tablero'), (tablero) => {
        if (tablero === undefined) return tablero;
        const applied = applyEvento(tablero, evento);
        inexact ||= !applied.exact;
        return applied.tablero;
      });
      void ask('pedido', evento.datos.pedido.id);
      calm ??= setTimeout(settle, CALM_MS);
    };
    let greeted = false;
    const onPing = (message: MessageEvent<string>) => {
      clearTimeout(worry);
      setState('open');
      lastId = message.lastEventId || lastId;
      const { reanudacion } = JSON.parse(message.data) as Ping;
      if (!greeted) {
        // What was loaded before a new line may have missed something; before a broken one, everything may.
        if (reanudacion === 'nueva') void ask('tablero');
        if (reanudacion === 'reiniciada') void ask();
      }
      greeted = true;
    };
    const onError = () => {
      greeted = false;
      // The server ends every stream after some minutes: that alone is no reason to alarm anybody.
      setState((before) => (before === 'open' ? 'connecting' : before));
      clearTimeout(worry);
      worry = setTimeout(() => setState('lost'), WORRY_MS);
      // The browser comes back by itself after a cut, but not after a refusal.
      if (source?.readyState !== EventSource.CLOSED) return;
      void client.invalidateQueries({ queryKey: SESION });
      again = setTimeout(connect, AGAIN_MS);
    };
    const connect = () => {
      source = new EventSource(streamUrl(restauranteId, lastId));
      for (const tipo of TIPOS_EVENTO) source.addEventListener(tipo, onEvento);
      source.addEventListener('conexion.ping', onPing);
      source.addEventListener('error', onError);
    };
    setState('connecting');
    connect();
    return () => {
      source?.close();
      clearTimeout(again);
      clearTimeout(calm);
      clearTimeout(worry);
    };
  }, [client, restauranteId]);

  return <LiveContext value={{ state, recent }}>{children}</LiveContext>;
};

export const useLive = (): Live => {
  const live = useContext(LiveContext);
  if (live === null) throw new Error('no stream above this part');
  return live;
};

export const useLiveState = (): LiveState | null => useContext(LiveContext)?.state ?? null;

export const useTablero = (restauranteId: string) => {
  const { recent } = useLive();
  return useQuery({
    queryKey: restKey(restauranteId, 'tablero'),
    queryFn: async ({ signal }) => {
      const mark = recent.current.at(-1);
      const path = restPath(restauranteId, '/tablero');
      const tablero = await get<Tablero>(path, { cerrados: CLOSED_SHOWN }, signal);
      return catchUp(tablero, recent.current, mark);
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
};
