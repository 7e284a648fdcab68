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
 * Figures are requested at most this often, however many events arrive. The server computes them at most
 * every two seconds: a little later, so that the event is included.
 */
const REFRESH_MS = 2_500;
const RECONNECT_MS = 3_000;
const LOST_AFTER_MS = 8_000;

interface Live {
  state: LiveState;
  /** The last events, oldest first, for a board that is being loaded. */
  recent: { current: Evento[] };
}

const LiveContext = createContext<Live | null>(null);

/** One stream for the whole panel: it updates the board and refreshes the pages that depend on orders. */
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
    let reconnectTimer: ReturnType<typeof setTimeout> | undefined;
    let refreshTimer: ReturnType<typeof setTimeout> | undefined;
    let lostTimer: ReturnType<typeof setTimeout> | undefined;
    let inexact = false;
    const ask = (...what: string[]) =>
      client.invalidateQueries({ queryKey: restKey(restauranteId, ...what) });

    const refresh = () => {
      refreshTimer = undefined;
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
      refreshTimer ??= setTimeout(refresh, REFRESH_MS);
    };
    let greeted = false;
    const onPing = (message: MessageEvent<string>) => {
      clearTimeout(lostTimer);
      setState('open');
      lastId = message.lastEventId || lastId;
      const { reanudacion } = JSON.parse(message.data) as Ping;
      if (!greeted) {
        // A new stream may have missed events since the board was loaded; a restarted one, any event at all.
        if (reanudacion === 'nueva') void ask('tablero');
        if (reanudacion === 'reiniciada') void ask();
      }
      greeted = true;
    };
    const onError = () => {
      greeted = false;
      // The server ends every stream after some minutes: that alone is not worth a warning.
      setState((before) => (before === 'open' ? 'connecting' : before));
      clearTimeout(lostTimer);
      lostTimer = setTimeout(() => setState('lost'), LOST_AFTER_MS);
      // The browser reconnects by itself after a cut, but not after an error status.
      if (source?.readyState !== EventSource.CLOSED) return;
      void client.invalidateQueries({ queryKey: SESION });
      reconnectTimer = setTimeout(connect, RECONNECT_MS);
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
      clearTimeout(reconnectTimer);
      clearTimeout(refreshTimer);
      clearTimeout(lostTimer);
    };
  }, [client, restauranteId]);

  return <LiveContext value={{ state, recent }}>{children}</LiveContext>;
};

export const useLive = (): Live => {
  const live = useContext(LiveContext);
  if (live === null) throw new Error('useLive needs a LiveProvider above it');
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
