import { type InfiniteData, useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import { MINUTE_MS } from '../clock.ts';
import { applyEvento, catchUp } from './board.ts';
import type { Feed } from './feed.ts';
import { followStream } from './follow-stream.ts';
import { get, streamUrl } from './http.ts';
import { pathOf, type Resource } from './paths.ts';
import type { CategoriaCocina, EventoPantalla, Lista, PedidoPantalla, Tablero } from './wire.ts';

/** `lost`: the page shows the state of `sinceMs`. */
type LiveState = { name: 'connecting' | 'open' } | { name: 'lost'; sinceMs: number };

const REMEMBERED = 500;
/** No event says that the menu has changed. */
const CATEGORIES_MS = 5 * MINUTE_MS;
/**
 * Figures are requested at most this often, however many events arrive. The server computes them at most
 * every two seconds: a little later, so that the event is included.
 */
const REFRESH_MS = 2_500;

/**
 * Asks again some time after an event, once for all that follow, and never while a request is under way, because that
 * would cancel it: on a slow network no answer would arrive, and a click on "load more" would be lost.
 */
const makeRefresh = (isAsking: () => boolean, ask: () => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const soon = (waitMs = REFRESH_MS): void => {
    timer ??= setTimeout(() => {
      timer = undefined;
      if (isAsking()) soon();
      else ask();
    }, waitMs);
  };
  return { soon, stop: () => clearTimeout(timer) };
};

/** Every list of orders, whatever its parameters, and not the single ones. */
const LISTS = ['pedidos', {}];

interface Live {
  feed: Feed;
  state: LiveState;
  /** The last events, oldest first, for a board that is being loaded. */
  recent: { current: EventoPantalla[] };
}

const LiveContext = createContext<Live | null>(null);

/** One stream for the whole panel: it updates the board and refreshes the pages that depend on orders. */
export const LiveProvider = ({
  feed,
  oldMs,
  children,
}: {
  feed: Feed;
  /** The moment of the data that the page begins with, if the server was away. */
  oldMs?: number | undefined;
  children: ReactNode;
}) => {
  const client = useQueryClient();
  const [state, setState] = useState<LiveState>({ name: 'connecting' });
  const recent = useRef<EventoPantalla[]>([]);
  const began = useRef(oldMs);

  useEffect(() => {
    recent.current = [];
    let inexact = false;
    const keyOf = (...what: Resource): Resource => [...feed.root, ...what];
    const ask = (...what: Resource) => client.invalidateQueries({ queryKey: keyOf(...what) });

    const isAsking = (...what: Resource) => client.isFetching({ queryKey: keyOf(...what) }) > 0;
    const figures = makeRefresh(
      () => isAsking('inicio') || isAsking('tablero'),
      () => {
        void ask('inicio');
        if (inexact) void ask('tablero');
        inexact = false;
      },
    );
    const lists = makeRefresh(
      () => isAsking(...LISTS),
      () => void ask(...LISTS),
    );
    /** How many pages the longest list has: a refresh requests all of them again. */
    const countPages = (): number => {
      const lists = client.getQueriesData<InfiniteData<unknown>>({
        queryKey: keyOf(...LISTS),
        type: 'active',
      });
      return Math.max(1, ...lists.map(([, list]) => list?.pages.length ?? 1));
    };
    setState({ name: 'connecting' });
    const stop = followStream({
      oldMs: began.current,
      url: (lastId) => streamUrl(pathOf([...feed.root, 'stream']), lastId),
      onEvento(evento) {
        recent.current = [...recent.current.slice(1 - REMEMBERED), evento];
        client.setQueryData<Tablero<PedidoPantalla>>(keyOf('tablero'), (tablero) => {
          if (tablero === undefined) return tablero;
          const applied = applyEvento(tablero, evento);
          inexact ||= !applied.exact;
          return applied.tablero;
        });
        void ask('pedidos', evento.datos.pedido.id);
        figures.soon();
        // The more pages, the less often: the requests of a session are limited.
        lists.soon(REFRESH_MS * countPages());
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
        const queryKey = feed.accessKey(isRefused);
        if (queryKey !== null) void client.invalidateQueries({ queryKey, exact: true });
      },
      onLost: (sinceMs) => setState({ name: 'lost', sinceMs }),
    });
    return () => {
      stop();
      figures.stop();
      lists.stop();
    };
  }, [client, feed]);

  return <LiveContext value={{ feed, state, recent }}>{children}</LiveContext>;
};

export const useLive = (): Live => {
  const live = useContext(LiveContext);
  if (live === null) throw new Error('useLive needs a LiveProvider above it');
  return live;
};

export const useLiveState = (): LiveState | null => useContext(LiveContext)?.state ?? null;

/** A person's board has whole orders, a screen's has less of each. */
export const useTablero = <P extends PedidoPantalla = PedidoPantalla>() => {
  const { feed, recent } = useLive();
  const queryKey = [...feed.root, 'tablero'];
  return useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const mark = recent.current.at(-1);
      const tablero = await get<Tablero<P>>(pathOf(queryKey), {}, signal);
      return catchUp(tablero, recent.current, mark) as Tablero<P>;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
};

/** The categories of the menu and their products; undefined while they are loading, or not to be had. */
export const useCategorias = (): CategoriaCocina[] | undefined => {
  const { feed } = useLive();
  const query = useQuery<Lista<CategoriaCocina>>({
    queryKey: [...feed.root, 'categorias'],
    staleTime: CATEGORIES_MS,
    refetchInterval: CATEGORIES_MS,
  });
  return query.data?.datos;
};
