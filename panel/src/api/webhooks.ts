import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { get } from './http.ts';
import { restKey, restPath } from './paths.ts';
import type {
  EstadoEntrega,
  HoraWebhook,
  Lista,
  PaginaEntregas,
  PeticionEntrega,
  Reenvio,
  SaludWebhook,
  Webhook,
} from './wire.ts';

export const webhookPath = (restauranteId: string, id: string, path = ''): string =>
  restPath(restauranteId, `/webhooks/${encodeURIComponent(id)}${path}`);

const WATCH_MS = 3_000;

export const useWebhooks = (restauranteId: string) =>
  useQuery({
    queryKey: restKey(restauranteId, 'webhooks'),
    queryFn: ({ signal }) => get<Lista<Webhook>>(restPath(restauranteId, '/webhooks'), {}, signal),
    refetchInterval: 10_000,
  });

export const useEntregas = (restauranteId: string, id: string, estado: EstadoEntrega | '') =>
  useInfiniteQuery({
    queryKey: restKey(restauranteId, 'webhooks', id, 'entregas', estado),
    queryFn: ({ pageParam, signal }) =>
      get<PaginaEntregas>(
        webhookPath(restauranteId, id, '/entregas'),
        { estado, cursor: pageParam },
        signal,
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ paginacion }) => paginacion.siguiente,
    // No event announces an attempt to deliver. The more pages, the less often: the requests of a session are limited.
    refetchInterval: ({ state }) => WATCH_MS * (state.data?.pages.length ?? 1),
  });

/** A webhook's health, its backlog and its failures: the server answers for all webhooks at once. */
export const useSalud = (restauranteId: string, id: string): SaludWebhook | undefined =>
  useQuery({
    queryKey: restKey(restauranteId, 'webhooks', 'salud'),
    queryFn: ({ signal }) =>
      get<Lista<SaludWebhook>>(restPath(restauranteId, '/salud/webhooks'), {}, signal),
    refetchInterval: WATCH_MS,
  }).data?.datos.find((salud) => salud.id === id);

export const useReenvios = (restauranteId: string, id: string) =>
  useQuery({
    queryKey: restKey(restauranteId, 'webhooks', id, 'reenvios'),
    queryFn: ({ signal }) =>
      get<Lista<Reenvio>>(webhookPath(restauranteId, id, '/reenvios'), {}, signal),
    refetchInterval: ({ state }) =>
      state.data?.datos.some(({ completo }) => !completo) ? 1_500 : 15_000,
  });

/** The attempts of a webhook by the hour, of seven days. */
export const useHoras = (restauranteId: string, id: string) =>
  useQuery({
    queryKey: restKey(restauranteId, 'webhooks', id, 'horas'),
    queryFn: ({ signal }) =>
      get<Lista<HoraWebhook>>(
        restPath(restauranteId, `/salud/webhooks/${encodeURIComponent(id)}`),
        {},
        signal,
      ),
    refetchInterval: 15_000,
  });

/** A delivery as it would be sent now: the stored event, byte for byte, and headers signed for this view. */
export const usePeticion = (restauranteId: string, id: string, eventoId: string) =>
  useQuery({
    queryKey: restKey(restauranteId, 'webhooks', id, 'peticion', eventoId),
    queryFn: ({ signal }) =>
      get<PeticionEntrega>(
        webhookPath(restauranteId, id, `/entregas/${encodeURIComponent(eventoId)}`),
        {},
        signal,
      ),
  });
