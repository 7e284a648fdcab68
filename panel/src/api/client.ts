import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from './http.ts';
import type { Sesion } from './wire.ts';

const RETRIES_MAX = 2;
export const SESION = ['sesion'];

/**
 * Somebody is in: what may have been loaded for another before is forgotten. Not by `clear`, which would
 * also cut off whoever is watching the session itself.
 */
export const enter = (client: QueryClient, sesion: Sesion): void => {
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== SESION[0] });
  client.setQueryData(SESION, { sesion });
};

/** Worth another try: nobody answered, or the server was in trouble. A refusal would be the same again. */
const passing = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status >= 500);

export const makeClient = (): QueryClient => {
  // The session may end at any moment, on the server's side: then the next answer says so.
  const onError = (error: unknown) => {
    if (error instanceof ApiError && error.codigo === 'sesion_ausente') {
      client.setQueryData(SESION, { sesion: null });
    }
  };
  const client = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        // The browser's own idea of being online is often wrong; a failed request says it better.
        networkMode: 'always',
        staleTime: 10_000,
        retry: (count, error) => count < RETRIES_MAX && passing(error),
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
  return client;
};
