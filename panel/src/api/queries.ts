import {
  type InfiniteData,
  keepPreviousData,
  queryOptions,
  type UseInfiniteQueryOptions,
  type UseQueryOptions,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query';
import { useRestaurant } from '../scope.tsx';
import { getText } from './http.ts';
import { type Resource, restKey, restPath } from './paths.ts';
import type { Range } from './range.ts';
import type {
  Actividad,
  Carta,
  ClienteDePedido,
  Cuenta,
  Factores,
  FichaPedido,
  Inicio,
  Lista,
  Llave,
  Pagina,
  PaginaPedidos,
  Pantalla,
  Perfil,
  Personas,
  Productos,
  RastroLlave,
  SesionAbierta,
  Sistema,
  Todos,
  UsoDia,
  UsuarioDetalle,
  Zona,
} from './wire.ts';

// The key of a query is its path (`load` in client.ts).

type Options<T> = Omit<UseQueryOptions<T, Error, T, Resource>, 'queryKey'>;

/** A resource of the restaurant whose page it is. */
export const useResource = <T>(path: Resource, options: Options<T> = {}) => {
  const { id } = useRestaurant();
  return useQuery({ queryKey: restKey(id, ...path), ...options });
};

type Pages<P> = UseInfiniteQueryOptions<P, Error, InfiniteData<P>, Resource, string | null>;

/** A list that is loaded page by page. */
export const usePages = <P>(options: Omit<Pages<P>, 'initialPageParam'>) =>
  useInfiniteQuery({ initialPageParam: null, ...options });

export const useFactores = () => useQuery<Factores>({ queryKey: ['factores'] });

export const useSesiones = () => useQuery<Lista<SesionAbierta>>({ queryKey: ['sesiones'] });

export const useRestaurantes = (buscar = '') =>
  useQuery<Pagina<Cuenta>>({
    queryKey: ['restaurantes', { buscar, limite: 200 }],
    placeholderData: keepPreviousData,
  });

const INICIO_MS = 60_000;

export const useInicio = (range: Range) =>
  useResource<Inicio>(['inicio', range], {
    // "At this time last week" changes even when no event arrives, and so does today.
    refetchInterval: INICIO_MS,
    placeholderData: keepPreviousData,
  });

export const useTodos = (range: Range) =>
  useQuery<Todos>({
    queryKey: ['todos', { ...range }],
    refetchInterval: INICIO_MS,
    placeholderData: keepPreviousData,
  });

export const useProductos = (range: Range) =>
  useResource<Productos>(['productos', range], {
    refetchInterval: INICIO_MS,
    placeholderData: keepPreviousData,
  });

export const perfilQuery = (id: string) =>
  queryOptions<Perfil>({ queryKey: restKey(id, 'perfil'), staleTime: 60_000 });

export const usePerfil = () => useQuery(perfilQuery(useRestaurant().id));

export interface FiltroPedidos {
  buscar: string;
  estado: string;
  tipo: string;
  metodo_pago: string;
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

export const usePedido = (pedidoId: string, withDeliveries: boolean) =>
  // No event announces an attempt to deliver.
  useResource<FichaPedido>(
    ['pedidos', pedidoId],
    withDeliveries ? { refetchInterval: ENTREGAS_MS } : {},
  );

export const usePedidoJson = (pedidoId: string) => {
  const { id } = useRestaurant();
  return useQuery({
    queryKey: restKey(id, 'pedidos', pedidoId, 'json'),
    queryFn: ({ signal }) => getText(restPath(id, 'pedidos', pedidoId, 'json'), signal),
  });
};

/** How many orders have the customer of this one. */
export const useClientePedidos = (pedidoId: string) =>
  useResource<ClienteDePedido>(['pedidos', pedidoId, 'cliente']);

export const useCarta = (soloDisponibles: boolean) =>
  useResource<Carta>(['carta', { solo_disponibles: soloDisponibles }], {
    placeholderData: keepPreviousData,
  });

export const useZonas = () => useResource<Lista<Zona>>(['zonas']);

const LLAVES_MS = 5_000;

// No event announces a use; the server writes the counts some seconds later.
export const useLlaves = () =>
  useResource<Lista<Llave>>(['llaves'], { refetchInterval: LLAVES_MS });

export const useUsoLlave = (llaveId: string, dias: number) =>
  useResource<Lista<UsoDia>>(['llaves', llaveId, 'uso', { dias }]);

export const useRastroLlave = (llaveId: string) =>
  useResource<RastroLlave>(['llaves', llaveId, 'origen'], { refetchInterval: LLAVES_MS });

const PANTALLAS_MS = 5_000;

// No event says that a screen was seen.
export const usePantallas = () =>
  useResource<Lista<Pantalla>>(['pantallas'], { refetchInterval: PANTALLAS_MS });

export const usePersonas = () => useResource<Personas>(['personas']);

/** The audit of one restaurant, or of all (null) for operators. */
export const useActividad = (id: string | null) =>
  usePages<Pagina<Actividad>>({
    queryKey: id === null ? ['operador', 'actividad'] : restKey(id, 'actividad'),
    getNextPageParam: ({ siguiente }) => siguiente,
  });

export const useUsuarios = () =>
  useQuery<Lista<UsuarioDetalle>>({ queryKey: ['operador', 'usuarios'] });

const SISTEMA_MS = 5_000;

export const useSistema = () =>
  useQuery<Sistema>({ queryKey: ['operador', 'sistema'], refetchInterval: SISTEMA_MS });
