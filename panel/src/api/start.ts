import type { QueryClient } from '@tanstack/react-query';
import { SESION, type SesionActual } from './client.ts';
import { get } from './http.ts';
import { restKey } from './paths.ts';
import { readRange } from './range.ts';
import type { Arranque } from './wire.ts';

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
export const loadSession = async (
  client: QueryClient,
  signal: AbortSignal,
): Promise<SesionActual> => {
  const { sesion, perfil, inicio } =
    (await takeEarly()) ?? (await get<Arranque>('/arranque', {}, signal));
  const before = client.getQueryData<SesionActual>(SESION)?.usuario ?? null;
  // Somebody else signed in meanwhile, in another tab: nothing of the one before may stay in this one.
  if (before && sesion && before.id !== sesion.usuario.id) location.reload();
  if (perfil !== null) {
    const { id } = perfil.cuenta;
    client.setQueryData(restKey(id, 'perfil'), perfil);
    const range = readRange(new URLSearchParams(location.search));
    if (inicio !== null) client.setQueryData(restKey(id, 'inicio', range), inicio);
  }
  return { sesion, usuario: sesion?.usuario ?? before };
};
