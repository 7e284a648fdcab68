import {
  MutationCache,
  type Query,
  QueryCache,
  QueryClient,
  type QueryFunctionContext,
} from '@tanstack/react-query';
import { ApiError, get, withoutCookies } from './http.ts';
import { pathOf } from './paths.ts';
import type { Sesion, SesionIniciada, Usuario } from './wire.ts';

const RETRIES_MAX = 2;
/** After the retries, how often a query is repeated until it succeeds: nobody has to reload a page that failed. */
const RETRY_MS = 10_000;
export const SESION = ['sesion'];

export interface SesionActual {
  sesion: Sesion | null;
  /** The user whose page it is, also after the end of the session, until somebody else signs in. */
  usuario: Usuario | null;
}

/** Everything but the session. */
export const LOADED = { predicate: ({ queryKey }: Query) => queryKey[0] !== SESION[0] };

/**
 * Starts a session, if the browser keeps its cookie. The same person continues where the end of the last session
 * interrupted them; data of another user is dropped. `clear` would also remove the session's own query from under its
 * observers.
 */
export const startSession = async (
  client: QueryClient,
  { sesion }: SesionIniciada,
): Promise<void> => {
  // If this request fails, the session is taken all the same: the server has opened it.
  const kept = await get<{ sesion: Sesion | null }>('/sesion').catch(() => ({ sesion }));
  if (kept.sesion === null) throw withoutCookies();
  const before = client.getQueryData<SesionActual>(SESION)?.usuario;
  if (before?.id !== sesion.usuario.id) client.removeQueries(LOADED);
  client.setQueryData<SesionActual>(SESION, { sesion, usuario: sesion.usuario });
};

/** Worth a retry: no answer, or a 5xx. A 4xx would be the same again. */
const isTransient = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status >= 500);

/** Loads what the key of a query says; for a list that goes on, the page behind a cursor. */
const load = ({ queryKey, pageParam, signal }: QueryFunctionContext): Promise<unknown> => {
  const segments = queryKey.filter((part) => typeof part === 'string');
  const parameters = queryKey.find((part) => typeof part === 'object');
  return get(pathOf(segments), { ...parameters, cursor: pageParam as string | null }, signal);
};

export const makeClient = (): QueryClient => {
  // The server may end the session at any moment: the next answer then says so.
  const onError = (error: unknown) => {
    if (error instanceof ApiError && error.codigo === 'sesion_ausente') {
      client.setQueryData<SesionActual>(SESION, (before) => ({
        sesion: null,
        usuario: before?.usuario ?? null,
      }));
    }
  };
  const client = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        queryFn: load,
        // `navigator.onLine` is often wrong; a failed request is more reliable.
        networkMode: 'always',
        staleTime: 10_000,
        retry: (count, error) => count < RETRIES_MAX && isTransient(error),
        refetchInterval: ({ state }) => (isTransient(state.error) ? RETRY_MS : false),
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
  return client;
};
