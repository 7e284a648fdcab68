// Webhooks as the public API gives them (openapi.json), and how the panel asks for them.

import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { get, getText } from './http.ts';
import { restKey, restPath } from './queries.ts';

export const TIPOS_EVENTO = [
  'pedido.nuevo',
  'pedido.aceptado',
  'pedido.rechazado',
  'pedido.estado_cambiado',
  'pedido.item_modificado',
  'pedido.entregado',
  'pedido.cancelado',
] as const;

export interface Webhook {
  id: string;
  nombre: string | null;
  url: string;
  eventos: string[];
  activo: boolean;
  creado_en: string;
  ultima_entrega: string | null;
}

export interface WebhookCreado {
  id: string;
  url: string;
  eventos: string[];
  secreto_firma: string;
  activo: boolean;
}

export const ESTADOS_ENTREGA = ['pendiente', 'entregada', 'fallida'] as const;
export type EstadoEntrega = (typeof ESTADOS_ENTREGA)[number];

export interface Resultado {
  estado_http: number | null;
  fallo: string | null;
  duracion_ms: number;
  respuesta: string | null;
}

export interface Entrega {
  /** The event's id: what receivers know as `X-Svc-Id`. */
  id: string;
  tipo: string;
  pedido_id: string;
  secuencia: number;
  creado_en: string;
  estado: EstadoEntrega;
  intentos: number;
  ultimo_intento: (Resultado & { momento: string }) | null;
  proximo_intento: string | null;
}

export type Prueba = Resultado & { id: string; entregada: boolean };

export interface Reenvio {
  id: string;
  creado_en: string;
  completo: boolean;
  eventos: number;
  revisados: number;
  encoladas: number;
  entregadas: number;
  fallidas: number;
}

export const webhookPath = (restauranteId: string, id: string, path = ''): string =>
  restPath(restauranteId, `/webhooks/${encodeURIComponent(id)}${path}`);

const WATCH_MS = 3_000;
const OWED_MAX = 100;

export const useWebhooks = (restauranteId: string) =>
  useQuery({
    queryKey: restKey(restauranteId, 'webhooks'),
    queryFn: ({ signal }) =>
      get<{ datos: Webhook[] }>(restPath(restauranteId, '/webhooks'), {}, signal),
    refetchInterval: 10_000,
  });

interface PaginaEntregas {
  datos: Entrega[];
  paginacion: { limite: number; siguiente: string | null; anterior: string | null };
}

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
    // Attempts happen when they are due: no event tells of them.
    refetchInterval: WATCH_MS,
  });

/** What it is still owed, and what was given up: as many as one page tells. */
export const useOwed = (restauranteId: string, id: string) =>
  useQuery({
    queryKey: restKey(restauranteId, 'webhooks', id, 'owed'),
    queryFn: async ({ signal }) => {
      const path = webhookPath(restauranteId, id, '/entregas');
      const count = async (estado: EstadoEntrega) => {
        const query = { estado, limite: OWED_MAX };
        const { datos, paginacion } = await get<PaginaEntregas>(path, query, signal);
        return { n: datos.length, more: paginacion.siguiente !== null };
      };
      const [pendientes, fallidas] = await Promise.all([count('pendiente'), count('fallida')]);
      return { pendientes, fallidas };
    },
    refetchInterval: 10_000,
  });

export const useReenvios = (restauranteId: string, id: string) =>
  useQuery({
    queryKey: restKey(restauranteId, 'webhooks', id, 'reenvios'),
    queryFn: ({ signal }) =>
      get<{ datos: Reenvio[] }>(webhookPath(restauranteId, id, '/reenvios'), {}, signal),
    refetchInterval: ({ state }) =>
      state.data?.datos.some(({ completo }) => !completo) ? 1_500 : 15_000,
  });

/** The body of a delivery is the stored event, byte for byte. */
export const useEventoJson = (restauranteId: string, secuencia: number) =>
  useQuery({
    queryKey: restKey(restauranteId, 'evento', secuencia),
    queryFn: ({ signal }) => getText(restPath(restauranteId, `/eventos/${secuencia}`), signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
