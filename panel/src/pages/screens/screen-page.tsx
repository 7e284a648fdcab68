import { type QueryClient, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { screenFeed, screenRoot } from '../../api/feed.ts';
import { ApiError, get, post, withoutCookies } from '../../api/http.ts';
import { LiveProvider, useTablero } from '../../api/live.tsx';
import { pathOf } from '../../api/paths.ts';
import { isClosed } from '../../api/values.ts';
import type { PantallaAbierta } from '../../api/wire.ts';
import { useWords } from '../../i18n/lang.ts';
import { useTitle } from '../../parts/page.tsx';
import { ErrorMessage } from '../../parts/states/error-message.tsx';
import { Load } from '../../parts/states/load.tsx';
import { Skeleton } from '../../parts/states/states.tsx';
import { useNow } from '../../parts/time.tsx';
import { ScopeProvider } from '../../scope.tsx';
import { OutageAlarm } from '../../shell/outage.tsx';
import { Preferences } from '../../shell/preferences.tsx';
import { Kitchen } from '../kitchen/kitchen.tsx';
import { WallHead } from '../kitchen/wall-head.tsx';
import { Board } from '../orders/board.tsx';
import { dropCopy, readCopy, type ScreenCopy, useScreenCopy } from './screen-copy.ts';

/** How often a screen asks again if it cannot start or its restaurant is suspended. */
const RETRY_MS = 10_000;

/** Exchanges the token in the address for a cookie, once: afterwards the token is kept nowhere. */
const openScreen = async (id: string, signal: AbortSignal): Promise<PantallaAbierta> => {
  const token = location.hash.slice(1);
  const look = () => get<PantallaAbierta>(pathOf(screenRoot(id)), {}, signal);
  if (token === '') return look();
  await post<PantallaAbierta>(pathOf([...screenRoot(id), 'abrir']), { token });
  const opened = await look().catch((error) => {
    throw isGone(error) ? withoutCookies() : error;
  });
  history.replaceState(null, '', location.pathname + location.search);
  return opened;
};

/** A stopped server accepts connections and answers none. */
const PATIENCE_MS = 4_000;

type Opened = PantallaAbierta & Partial<Pick<ScreenCopy, 'momentMs'>>;

/** Opens the screen or, while the server is away, the copy of what it last showed. */
const openOrCopy = async (
  client: QueryClient,
  id: string,
  signal: AbortSignal,
): Promise<Opened> => {
  const opening = openScreen(id, signal);
  const copy = readCopy(id);
  if (copy === null) return opening;
  const late = new Promise<null>((resolve) => setTimeout(resolve, PATIENCE_MS, null));
  const opened = await Promise.race([opening, late]).catch((error) => {
    if (isAway(error)) return null;
    throw error;
  });
  if (opened !== null) return opened;
  opening.catch(() => undefined);
  const tablero = [...screenRoot(id), 'tablero'];
  if (client.getQueryData(tablero) === undefined) client.setQueryData(tablero, copy.tablero);
  return { ...copy.abierta, momentMs: copy.momentMs };
};

const isAway = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status >= 500);
const isGone = (error: unknown): boolean => error instanceof ApiError && error.status === 401;
const isPaused = (error: unknown): boolean => error instanceof ApiError && error.status === 403;

/** A screen on a wall: the kitchen or the board of one restaurant, without a session. */
export const ScreenPage = ({ id }: { id: string }) => {
  const { t } = useWords();
  const { data, error, refetch } = useQuery<Opened>({
    queryKey: screenRoot(id),
    queryFn: ({ client, signal }) => openOrCopy(client, id, signal),
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: ({ state }) =>
      state.error === null || isGone(state.error) ? false : RETRY_MS,
  });
  const feed = useMemo(() => screenFeed(id), [id]);
  const isDark = isGone(error) || isPaused(error);
  useEffect(() => {
    if (isDark) dropCopy(id);
  }, [isDark, id]);
  if (isGone(error)) return <Dark title={t('screens.gone')} note={t('screens.goneNote')} />;
  if (isPaused(error)) return <Dark title={t('screens.paused')} note={t('screens.pausedNote')} />;
  if (data === undefined) {
    return (
      <main className="kitchen">
        {error === null ? (
          <Skeleton lines={5} />
        ) : (
          <ErrorMessage error={error} onRetry={() => void refetch()} />
        )}
      </main>
    );
  }
  return (
    <ScopeProvider cuenta={data.cuenta} moneda={undefined}>
      <LiveProvider feed={feed} oldMs={data.momentMs}>
        <OutageAlarm />
        <Copying abierta={data} />
        {data.pantalla.clase === 'cocina' ? (
          <Kitchen>
            <Preferences />
          </Kitchen>
        ) : (
          <BoardScreen nombre={data.pantalla.nombre} />
        )}
      </LiveProvider>
    </ScopeProvider>
  );
};

const Copying = ({ abierta }: { abierta: PantallaAbierta }) => {
  useScreenCopy(abierta);
  return null;
};

const Dark = ({ title, note }: { title: string; note: string }) => (
  <main className="screen-dark">
    <h1>{title}</h1>
    <p>{note}</p>
  </main>
);

const BoardScreen = ({ nombre }: { nombre: string }) => {
  const query = useTablero();
  const now = useNow(5_000);
  useTitle(nombre);
  return (
    <main className="kitchen">
      <WallHead nowMs={now}>
        <Preferences />
      </WallHead>
      <Load query={query}>
        {({ columnas }) => <Board columnas={columnas.filter(({ estado }) => !isClosed(estado))} />}
      </Load>
    </main>
  );
};
