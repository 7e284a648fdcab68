import { PEDIDO_ID } from '../../../contract/ids.ts';
import type * as Panel from '../../../contract/panel.ts';
import { type Missing, makeClientes } from '../../../storage/clientes/forgetting.ts';
import { okJson } from '../../answer/answer.ts';
import type { PanelDeps } from '../deps.ts';
import { notFound } from '../errors.ts';
import { type OfRestaurant, type PanelRoute, routesFor } from '../route.ts';

/** The customer of an order: counts their orders, and forgets them in all of these. */
export const clienteRoutes = (deps: PanelDeps): PanelRoute[] => {
  const clientes = makeClientes(deps);
  const { get, remove } = routesFor('restaurante', 'olvidar');
  const path = '/pedidos/{id}/cliente';
  const whoOf = ({ params: { id = '' } }: OfRestaurant) => {
    if (!PEDIDO_ID.test(id)) throw notFound('No existe el pedido.');
    return { pedido_id: id };
  };
  return [
    get(path, null, async (request) =>
      answer(await clientes.count(request.cuenta.id, whoOf(request))),
    ),
    remove(path, null, async (request) => {
      const act = { actor: request.principal.actor, origen: 'panel' } as const;
      return answer(await clientes.forget(request.cuenta.id, whoOf(request), act));
    }),
  ];
};

const answer = (pedidos: number | Missing) => {
  if (typeof pedidos === 'string') throw notFound('No existe el pedido.');
  return okJson({ pedidos } satisfies Panel.ClienteDePedido);
};
