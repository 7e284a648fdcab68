import { useRestaurant } from '../../scope.tsx';
import { restKey } from '../paths.ts';
import { usePages, useResource } from '../queries.ts';
import type {
  FiltroEntrega,
  HoraWebhook,
  Lista,
  PaginaEntregas,
  PeticionEntrega,
  Reenvio,
  SaludWebhook,
  Webhook,
} from '../wire.ts';

const WATCH_MS = 3_000;

export const useWebhooks = () =>
  useResource<Lista<Webhook>>(['webhooks'], { refetchInterval: 10_000 });

export const useEntregas = (webhookId: string, estado: FiltroEntrega | '') =>
  usePages<PaginaEntregas>({
    queryKey: restKey(useRestaurant().id, 'webhooks', webhookId, 'entregas', { estado }),
    getNextPageParam: ({ paginacion }) => paginacion.siguiente,
    // No event announces an attempt to deliver. The more pages, the less often: the requests of a session are limited.
    refetchInterval: ({ state }) => WATCH_MS * (state.data?.pages.length ?? 1),
  });

/** A webhook's health, its backlog and its failures: the server answers for all webhooks at once. */
export const useSalud = (webhookId: string): SaludWebhook | undefined => {
  const { data } = useResource<Lista<SaludWebhook>>(['salud', 'webhooks'], {
    refetchInterval: WATCH_MS,
  });
  return data?.datos.find(({ id }) => id === webhookId);
};

export const useReenvios = (webhookId: string) =>
  useResource<Lista<Reenvio>>(['webhooks', webhookId, 'reenvios'], {
    refetchInterval: ({ state }) =>
      state.data?.datos.some(({ completo }) => !completo) ? 1_500 : 15_000,
  });

/** The attempts of a webhook by the hour, of seven days. */
export const useHoras = (webhookId: string) =>
  useResource<Lista<HoraWebhook>>(['salud', 'webhooks', webhookId], { refetchInterval: 15_000 });

/** A delivery as it would be sent now: the stored event, byte for byte, and headers signed for this view. */
export const usePeticion = (webhookId: string, eventoId: string) =>
  useResource<PeticionEntrega>(['webhooks', webhookId, 'entregas', eventoId]);
