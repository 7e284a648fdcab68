import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import { applyEvento, CLOSED_SHOWN, catchUp } from './board.ts';
import { SESION } from './client.ts';
import { followStream } from './follow-stream.ts';
import { get, streamUrl } from './http.ts';
import { restKey, restPath } from './queries.ts';
import type { Evento, Tablero } from './wire.ts';

/** `lost` since a moment: what the page shows is from then. */
export type LiveState = { name: 'connecting' | 'open' } | { name: 'lost'; sinceMs: number };

const REMEMBERED = 500;
/**
 * Figures are requested at most this often, however many events arrive. The server computes them at most
 * every two seconds: a little later, so that the event is included.
 */
const REFRESH_MS = 2_500;

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
  const [state, setState] = useState<LiveState>({ name: 'connecting' });
  const recent = useRef<Evento[]>([]);

  useEffect(() => {
    recent.current = [];
    let refreshTimer: ReturnType<typeof setTimeout> | undefined;
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
    setState({ name: 'connecting' });
    const stop = followStream({
      url: (lastId) => streamUrl(restauranteId, lastId),
      onEvento(evento) {
        recent.current = [...recent.current.slice(1 - REMEMBERED), evento];
        client.setQueryData<Tablero>(restKey(restauranteId, 'tablero'), (tablero) => {
          if (tablero === undefined) return tablero;
          const applied = applyEvento(tablero, evento);
          inexact ||= !applied.exact;
          return applied.tablero;
        });
        void ask('pedido', evento.datos.pedido.id);
        refreshTimer ??= setTimeout(refresh, REFRESH_MS);
      },
      onOpen(reanudacion, wasLost) {
        setState({ name: 'open' });
        // A new stream may have missed events since the board was loaded; a restarted one, any event at
        // all. After an outage, requests of the page have failed too.
        if (wasLost || reanudacion === 'reiniciada') void ask();
        else if (reanudacion === 'nueva') void ask('tablero');
      },
      onCut(isRefused) {
        setState((before) => (before.name === 'open' ? { name: 'connecting' } : before));
        if (isRefused) void client.invalidateQueries({ queryKey: SESION });
      },
      onLost: (sinceMs) => setState({ name: 'lost', sinceMs }),
    });
    return () => {
      stop();
      clearTimeout(refreshTimer);
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
