import {
  type InfiniteData,
  keepPreviousData,
  queryOptions,
  type UseInfiniteQueryOptions,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { SESION } from './client.ts';
import { getText } from './http.ts';
import { type Resource, restKey, restPath } from './paths.ts';
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

// The key of a query is its path (`load` in client.ts).

type Pages<P> = UseInfiniteQueryOptions<P, Error, InfiniteData<P>, Resource, string | null>;

/** A list that is loaded page by page. */
export const usePages = <P>(options: Omit<Pages<P>, 'initialPageParam'>) =>
  useInfiniteQuery({ initialPageParam: null, ...options });

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

export const useSesiones = () => useQuery<Lista<SesionAbierta>>({ queryKey: ['sesiones'] });

export const useRestaurantes = (buscar = '') =>
  useQuery<Pagina<Cuenta>>({
    queryKey: ['restaurantes', { buscar, limite: 200 }],
    placeholderData: keepPreviousData,
  });

const INICIO_MS = 60_000;

export const useInicio = (id: string, range: Range) =>
  useQuery<Inicio>({
    queryKey: restKey(id, 'inicio', range),
    // "At this time last week" changes even when no event arrives, and so does today.
    refetchInterval: INICIO_MS,
    placeholderData: keepPreviousData,
  });

export const useProductos = (id: string, range: Range) =>
  useQuery<Productos>({
    queryKey: restKey(id, 'productos', range),
    refetchInterval: INICIO_MS,
    placeholderData: keepPreviousData,
  });

export const perfilQuery = (id: string) =>
  queryOptions<Perfil>({ queryKey: restKey(id, 'perfil'), staleTime: 60_000 });

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
  usePages<PaginaPedidos>({
    enabled,
    queryKey: restKey(id, 'pedidos', { ...filtro, limite: PAGINA }),
    getNextPageParam: ({ paginacion }) => paginacion.siguiente,
    placeholderData: keepPreviousData,
  });

const ENTREGAS_MS = 3_000;

export const usePedido = (id: string, pedidoId: string, withDeliveries: boolean) =>
  useQuery<FichaPedido>({
    // No event announces an attempt to deliver.
    ...(withDeliveries && { refetchInterval: ENTREGAS_MS }),
    queryKey: restKey(id, 'pedidos', pedidoId),
  });

export const usePedidoJson = (id: string, pedidoId: string) =>
  useQuery({
    queryKey: restKey(id, 'pedidos', pedidoId, 'json'),
    queryFn: ({ signal }) => getText(restPath(id, 'pedidos', pedidoId, 'json'), signal),
  });

/** How many orders have the customer of this one. */
export const useClientePedidos = (id: string, pedidoId: string) =>
  useQuery<ClienteDePedido>({ queryKey: restKey(id, 'pedidos', pedidoId, 'cliente') });

export const useCarta = (id: string, soloDisponibles: boolean) =>
  useQuery<Carta>({
    queryKey: restKey(id, 'carta', { solo_disponibles: soloDisponibles }),
    placeholderData: keepPreviousData,
  });

export const useZonas = (id: string) => useQuery<Lista<Zona>>({ queryKey: restKey(id, 'zonas') });

const LLAVES_MS = 5_000;

export const useLlaves = (id: string) =>
  useQuery<Lista<Llave>>({
    queryKey: restKey(id, 'llaves'),
    // No event announces a use; the server writes the counts some seconds later.
    refetchInterval: LLAVES_MS,
  });

export const useUsoLlave = (id: string, llaveId: string, dias: number) =>
  useQuery<Lista<UsoDia>>({ queryKey: restKey(id, 'llaves', llaveId, 'uso', { dias }) });

const PANTALLAS_MS = 5_000;

export const usePantallas = (id: string) =>
  useQuery<Lista<Pantalla>>({
    queryKey: restKey(id, 'pantallas'),
    // No event says that a screen was seen.
    refetchInterval: PANTALLAS_MS,
  });

/** The audit of one restaurant, or of all (null) for operators. */
export const useActividad = (id: string | null) =>
  usePages<Pagina<Actividad>>({
    queryKey: id === null ? ['operador', 'actividad'] : restKey(id, 'actividad'),
    getNextPageParam: ({ siguiente }) => siguiente,
  });

export const useUsuarios = () =>
  useQuery<Lista<UsuarioListado>>({ queryKey: ['operador', 'usuarios'] });

const SISTEMA_MS = 5_000;

export const useSistema = () =>
  useQuery<Sistema>({ queryKey: ['operador', 'sistema'], refetchInterval: SISTEMA_MS });
