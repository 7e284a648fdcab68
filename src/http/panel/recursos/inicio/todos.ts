import type * as Panel from '../../../../contract/panel.ts';
import type { Restaurante } from '../../../../contract/recursos/restaurante.ts';
import type { Cuenta } from '../../../../domain/log/batch.ts';
import type { CuentaStore } from '../../../../storage/port/accounts.ts';
import { parseBody } from '../../../../storage/port/body.ts';
import { okJson } from '../../../answer/answer.ts';
import { type PanelRoute, routesFor } from '../../route.ts';
import { cuentaView } from '../cuentas.ts';
import { type AskedRange, RANGO } from './rango.ts';

/** Restaurants side by side; the others have pages of their own. */
const SHOWN_MAX = 50;

/** The figures of all restaurants that somebody owns, each by its own days, and their sums for each currency. */
export const todosRoute = (
  cuentas: Pick<CuentaStore, 'find'>,
  readInicio: (cuenta: Cuenta, asked: AskedRange) => Promise<Panel.Inicio>,
): PanelRoute =>
  routesFor('user').get('/todos', RANGO, async ({ principal: { usuario } }, asked) => {
    const owned = usuario.membresias.filter(
      ({ rol, suspendidoMs }) => rol === 'propietaria' && suspendidoMs === null,
    );
    const datos: Panel.CifrasDeRestaurante[] = [];
    // One after the other: many restaurants must not keep others from theirs.
    for (const { restauranteId } of owned.slice(0, SHOWN_MAX)) {
      const found = await cuentas.find(restauranteId);
      if (found === null) continue;
      const { cifras, antes_hasta_ahora: antes } = await readInicio(found.cuenta, asked);
      const { moneda } = parseBody<Restaurante>(found.perfil);
      datos.push({ cuenta: cuentaView(found.cuenta), moneda, cifras, antes });
    }
    return okJson({ datos, sumas: sumsOf(datos) } satisfies Panel.Todos);
  });

const sumsOf = (datos: readonly Panel.CifrasDeRestaurante[]): Panel.Todos['sumas'] =>
  [...Map.groupBy(datos, ({ moneda }) => moneda)].map(([moneda, same]) => ({
    moneda,
    cifras: same.map(({ cifras }) => cifras).reduce(add),
  }));

const add = (a: Panel.Cifras, b: Panel.Cifras): Panel.Cifras => {
  const pedidos = a.pedidos + b.pedidos;
  const ventas_cents = a.ventas_cents + b.ventas_cents;
  const cancelados = a.cancelados + b.cancelados;
  const ticket_medio_cents = pedidos === 0 ? 0 : Math.round(ventas_cents / pedidos);
  return { pedidos, ventas_cents, cancelados, ticket_medio_cents };
};
