import assert from 'node:assert/strict';
import type { Pedido, PedidoDraft } from '../../../src/contract/recursos/pedido.ts';
import type { Restaurante } from '../../../src/contract/recursos/restaurante.ts';
import { RUTAS_CIERRES } from '../../../src/contract/rutas/cierres.ts';
import { OPERACIONES, type Operacion, RUTAS } from '../../../src/contract/rutas/rutas.ts';
import { RUTAS_WEBHOOKS } from '../../../src/contract/rutas/webhooks.ts';
import {
  comando,
  sampleCarta,
  samplePedido,
  sampleRestaurante,
  sampleZonas,
} from '../../support/samples.ts';
import type { Service } from '../../support/service.ts';

type Commands = Pick<Service, 'command'>;

/** Sends commands and demands that each was carried out; gives the order ids. */
export const carryOut = async (service: Commands, ...comandos: object[]): Promise<string[]> => {
  const answers = await service.command(...comandos);
  for (const answer of answers) assert.ok(answer.ok, answer.error ?? '');
  return answers.flatMap(({ pedido_id }) => pedido_id ?? []);
};

/** Fills a restaurant so that every route has something to show; gives the id of its order. */
export const seedSampleRestaurant = async (
  service: Commands,
  restaurante: Restaurante = sampleRestaurante(),
  pedido: PedidoDraft = samplePedido(),
): Promise<string> => {
  const { id } = restaurante;
  const [pedidoId] = await carryOut(
    service,
    comando.guardarRestaurante(restaurante),
    comando.guardarCarta(sampleCarta(), id),
    comando.guardarZonas(sampleZonas(), id),
    comando.crear(pedido, { restaurante_id: id }),
  );
  assert.ok(pedidoId);
  return pedidoId;
};

/** The operations that read a restaurant's data; streams, exports, closings and webhooks have tests of their own. */
export type Lectura = Exclude<
  Operacion,
  keyof typeof RUTAS_WEBHOOKS | keyof typeof RUTAS_CIERRES | 'escucharEventos' | 'exportarTabla'
>;

const isLectura = (operacion: Operacion): operacion is Lectura =>
  !(operacion in RUTAS_WEBHOOKS) &&
  !(operacion in RUTAS_CIERRES) &&
  operacion !== 'escucharEventos' &&
  operacion !== 'exportarTabla';

/** Every `Lectura` of the route table, with a path that finds something. */
/** Parameters without which an operation refuses. */
const QUERY: Partial<Record<Operacion, string>> = {
  leerCaja: '?desde=2026-01-01&hasta=2026-12-31',
};

export const everyRoute = (pedidoId: string) =>
  OPERACIONES.filter(isLectura).map((operacion) => ({
    operacion,
    alcance: RUTAS[operacion].alcance,
    path: `${RUTAS[operacion].path.replace('{id}', pedidoId)}${QUERY[operacion] ?? ''}`,
  }));

/** Every operation of the route table, with a path of the given order or webhook and the methods of that path. */
export const everyOperation = (id: string) =>
  OPERACIONES.map((operacion) => {
    const { method, alcance, path } = RUTAS[operacion];
    const methods = OPERACIONES.map((each) => RUTAS[each])
      .filter((each) => each.path === path)
      .flatMap((each) => (each.method === 'GET' ? ['GET', 'HEAD'] : [each.method]));
    const allow = [...methods, 'OPTIONS'].sort().join(', ');
    return {
      ...{ operacion, method, alcance, allow },
      path: path.replace('{id}', id).replace('{tabla}', 'iva'),
    };
  });

export const idsOf = (pedidos: readonly Pedido[]): string[] => pedidos.map(({ id }) => id);
