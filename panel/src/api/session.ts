import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { SESION, type SesionActual } from './client.ts';
import { get } from './http.ts';
import { restKey } from './paths.ts';
import { readRange } from './range.ts';
import { noticesKey } from './resources/notices.ts';
import type { Arranque, Usuario } from './wire.ts';

declare global {
  interface Window {
    /** Requested by `early.js`, while this program was still loading. */
    comandaStart?: Promise<Response> | undefined;
  }
}

const takeEarly = async (): Promise<Arranque | null> => {
  const early = window.comandaStart;
  window.comandaStart = undefined;
  try {
    const response = await early;
    return response?.ok ? ((await response.json()) as Arranque) : null;
  } catch {
    return null;
  }
};

/** Loads the session, and caches what else came with it for the pages that will ask for it. */
const loadSession = async (client: QueryClient, signal: AbortSignal): Promise<SesionActual> => {
  const { sesion, perfil, inicio, avisos } =
    (await takeEarly()) ?? (await get<Arranque>('/arranque', {}, signal));
  const before = client.getQueryData<SesionActual>(SESION)?.usuario ?? null;
  // Somebody else signed in meanwhile, in another tab: nothing of the one before may stay in this one.
  if (before && sesion && before.id !== sesion.usuario.id) location.reload();
  if (perfil !== null) {
    const { id } = perfil.cuenta;
    client.setQueryData(restKey(id, 'perfil'), perfil);
    if (avisos !== null) client.setQueryData(noticesKey(id), avisos);
    const range = readRange(new URLSearchParams(location.search));
    if (inicio !== null) client.setQueryData(restKey(id, 'inicio', range), inicio);
  }
  return { sesion, usuario: sesion?.usuario ?? before };
};

export const useSesion = () => {
  const client = useQueryClient();
  return useQuery({
    queryKey: SESION,
    queryFn: ({ signal }) => loadSession(client, signal),
    staleTime: Number.POSITIVE_INFINITY,
    // Somebody who waits at the sign-in page may have signed in in another tab.
    refetchOnWindowFocus: ({ state }) => (state.data?.sesion === null ? 'always' : true),
  });
};

/** The user whose page it is, also while a sign-in covers it. */
export const useUsuario = (): Usuario => {
  const usuario = useSesion().data?.usuario;
  if (!usuario) throw new Error('useUsuario needs a page of somebody');
  return usuario;
};
