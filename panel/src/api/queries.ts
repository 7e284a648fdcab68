import {
  keepPreviousData,
  queryOptions,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { SESION } from './client.ts';
import { get, getText } from './http.ts';
import { restKey, restPath } from './paths.ts';
import type { Range } from './range.ts';
import { loadSession } from './start.ts';
import type {
  Actividad,
  Carta,
  ClienteDePedido,
  Cuenta,
  FichaPedido,
  Inicio,
  Lista,
  Llave,
  Pagina,
  PaginaPedidos,
  Pantalla,
  Perfil,
  Productos,
  SesionAbierta,
  Sistema,
  UsoDia,
  UsuarioListado,
  Zona,
} from './wire.ts';

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

export const useSesiones = () =>
  useQuery({
    queryKey: ['sesiones'],
    queryFn: ({ signal }) => get<Lista<SesionAbierta>>('/sesiones', {}, signal),
  });

export const useRestaurantes = (buscar = '') =>
  useQuery({
    queryKey: ['restaurantes', buscar],
    queryFn: ({ signal }) => get<Pagina<Cuenta>>('/restaurantes', { buscar, limite: 200 }, signal),
    placeholderData: keepPreviousData,
  });

const INICIO_MS = 60_000;

export const useInicio = (id: string, range: Range) =>
  useQuery({
    queryKey: restKey(id, 'inicio', range),
    queryFn: ({ signal }) => get<Inicio>(restPath(id, '/inicio'), { ...range }, signal),
    // "At this time last week" changes even when no event arrives, and so does today.
    refetchInterval: INICIO_MS,
    placeholderData: keepPreviousData,
  });

export const useProductos = (id: string, range: Range) =>
  useQuery({
    queryKey: restKey(id, 'productos', range),
    queryFn: ({ signal }) => get<Productos>(restPath(id, '/productos'), { ...range }, signal),
    refetchInterval: INICIO_MS,
    placeholderData: keepPreviousData,
  });

export const perfilQuery = (id: string) =>
  queryOptions({
    queryKey: restKey(id, 'perfil'),
    queryFn: ({ signal }) => get<Perfil>(restPath(id, '/perfil'), {}, signal),
    staleTime: 60_000,
  });

export const usePerfil = (id: string) => useQuery(perfilQuery(id));

export interface FiltroPedidos {
  buscar: string;
  estado: string;
  tipo: string;
  desde: string;
  hasta: string;
}

const PAGINA = 25;

export const usePedidos = (id: string, filtro: FiltroPedidos, enabled = true) =>
  useInfiniteQuery({
    enabled,
    queryKey: restKey(id, 'pedidos', filtro),
    queryFn: ({ pageParam, signal }) =>
      get<PaginaPedidos>(
        restPath(id, '/pedidos'),
        { ...filtro, limite: PAGINA, cursor: pageParam },
        signal,
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ paginacion }) => paginacion.siguiente,
    placeholderData: keepPreviousData,
  });

const ENTREGAS_MS = 3_000;

export const usePedido = (id: string, pedidoId: string, withDeliveries: boolean) =>
  useQuery({
    // No event announces an attempt to deliver.
    ...(withDeliveries && { refetchInterval: ENTREGAS_MS }),
    queryKey: restKey(id, 'pedido', pedidoId),
    queryFn: ({ signal }) =>
      get<FichaPedido>(restPath(id, `/pedidos/${encodeURIComponent(pedidoId)}`), {}, signal),
  });

export const usePedidoJson = (id: string, pedidoId: string) =>
  useQuery({
    queryKey: restKey(id, 'pedido', pedidoId, 'json'),
    queryFn: ({ signal }) =>
      getText(restPath(id, `/pedidos/${encodeURIComponent(pedidoId)}/json`), signal),
  });

export const clientePath = (id: string, pedidoId: string): string =>
  restPath(id, `/pedidos/${encodeURIComponent(pedidoId)}/cliente`);

/** How many orders have the customer of this one. */
export const useClientePedidos = (id: string, pedidoId: string) =>
  useQuery({
    queryKey: restKey(id, 'pedido', pedidoId, 'cliente'),
    queryFn: ({ signal }) => get<ClienteDePedido>(clientePath(id, pedidoId), {}, signal),
  });

export const useCarta = (id: string, soloDisponibles: boolean) =>
  useQuery({
    queryKey: restKey(id, 'carta', soloDisponibles),
    queryFn: ({ signal }) =>
      get<Carta>(restPath(id, '/carta'), { solo_disponibles: soloDisponibles }, signal),
    placeholderData: keepPreviousData,
  });

export const useZonas = (id: string) =>
  useQuery({
    queryKey: restKey(id, 'zonas'),
    queryFn: ({ signal }) => get<Lista<Zona>>(restPath(id, '/zonas'), {}, signal),
  });

const LLAVES_MS = 5_000;

export const useLlaves = (id: string) =>
  useQuery({
    queryKey: restKey(id, 'llaves'),
    queryFn: ({ signal }) => get<Lista<Llave>>(restPath(id, '/llaves'), {}, signal),
    // No event announces a use; the server writes the counts some seconds later.
    refetchInterval: LLAVES_MS,
  });

export const useUsoLlave = (id: string, llaveId: string, dias: number) =>
  useQuery({
    queryKey: restKey(id, 'llaves', llaveId, 'uso', dias),
    queryFn: ({ signal }) =>
      get<Lista<UsoDia>>(
        restPath(id, `/llaves/${encodeURIComponent(llaveId)}/uso`),
        { dias },
        signal,
      ),
  });

const PANTALLAS_MS = 5_000;

export const usePantallas = (id: string) =>
  useQuery({
    queryKey: restKey(id, 'pantallas'),
    queryFn: ({ signal }) => get<Lista<Pantalla>>(restPath(id, '/pantallas'), {}, signal),
    // No event says that a screen was seen.
    refetchInterval: PANTALLAS_MS,
  });

/** The audit of one restaurant, or of all (null) for operators. */
export const useActividad = (id: string | null) =>
  useInfiniteQuery({
    queryKey: id === null ? ['operador', 'actividad'] : restKey(id, 'actividad'),
    queryFn: ({ pageParam, signal }) =>
      get<Pagina<Actividad>>(
        id === null ? '/operador/actividad' : restPath(id, '/actividad'),
        { cursor: pageParam },
        signal,
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.siguiente,
  });

export const useUsuarios = () =>
  useQuery({
    queryKey: ['operador', 'usuarios'],
    queryFn: ({ signal }) => get<Lista<UsuarioListado>>('/operador/usuarios', {}, signal),
  });

const SISTEMA_MS = 5_000;

export const useSistema = () =>
  useQuery({
    queryKey: ['operador', 'sistema'],
    queryFn: ({ signal }) => get<Sistema>('/operador/sistema', {}, signal),
    refetchInterval: SISTEMA_MS,
  });

/** After a change: requests everything below the key again. Dialogs do not wait for it, because on a bad network it takes minutes. */
export const useRefresh = () => {
  const client = useQueryClient();
  return (key: readonly unknown[]): void => void client.invalidateQueries({ queryKey: key });
};
