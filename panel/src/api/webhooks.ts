import { useQuery } from '@tanstack/react-query';
import { restKey } from './paths.ts';
import { usePages } from './queries.ts';
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

const WATCH_MS = 3_000;

export const useWebhooks = (restauranteId: string) =>
  useQuery<Lista<Webhook>>({
    queryKey: restKey(restauranteId, 'webhooks'),
    refetchInterval: 10_000,
  });

export const useEntregas = (restauranteId: string, id: string, estado: EstadoEntrega | '') =>
  usePages<PaginaEntregas>({
    queryKey: restKey(restauranteId, 'webhooks', id, 'entregas', { estado }),
    getNextPageParam: ({ paginacion }) => paginacion.siguiente,
    // No event announces an attempt to deliver. The more pages, the less often: the requests of a session are limited.
    refetchInterval: ({ state }) => WATCH_MS * (state.data?.pages.length ?? 1),
  });

/** A webhook's health, its backlog and its failures: the server answers for all webhooks at once. */
export const useSalud = (restauranteId: string, id: string): SaludWebhook | undefined =>
  useQuery<Lista<SaludWebhook>>({
    queryKey: restKey(restauranteId, 'salud', 'webhooks'),
    refetchInterval: WATCH_MS,
  }).data?.datos.find((salud) => salud.id === id);

export const useReenvios = (restauranteId: string, id: string) =>
  useQuery<Lista<Reenvio>>({
    queryKey: restKey(restauranteId, 'webhooks', id, 'reenvios'),
    refetchInterval: ({ state }) =>
      state.data?.datos.some(({ completo }) => !completo) ? 1_500 : 15_000,
  });

/** The attempts of a webhook by the hour, of seven days. */
export const useHoras = (restauranteId: string, id: string) =>
  useQuery<Lista<HoraWebhook>>({
    queryKey: restKey(restauranteId, 'salud', 'webhooks', id),
    refetchInterval: 15_000,
  });

/** A delivery as it would be sent now: the stored event, byte for byte, and headers signed for this view. */
export const usePeticion = (restauranteId: string, id: string, eventoId: string) =>
  useQuery<PeticionEntrega>({
    queryKey: restKey(restauranteId, 'webhooks', id, 'entregas', eventoId),
  });
