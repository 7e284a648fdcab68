import Type from 'typebox';
import { makeCierres } from '../../../../admin/dinero/cierres.ts';
import { FECHAS, MES } from '../../../../contract/dinero/fechas.ts';
import { Exact } from '../../../../contract/scalars.ts';
import { CIERRES_DE_UN_MES_MAX } from '../../../../storage/port/cierres.ts';
import { createdJson } from '../../../answer/answer.ts';
import { cierreWire } from '../../../api/recursos/cierres.ts';
import type { PanelDeps } from '../../deps.ts';
import { conflict, invalid, notFound } from '../../errors.ts';
import { type PanelRoute, routesFor } from '../../route.ts';

const Nuevo = Exact({ mes: Type.String({ pattern: MES.source }), fecha: Type.Enum(FECHAS) });

/** Closed months are read through the operations of the public API; only the panel closes one. */
export const cierreRoutes = (deps: PanelDeps): PanelRoute[] => {
  const cierres = makeCierres(deps);
  const { post } = routesFor('restaurante', 'cerrar');
  const create = post('/cierres', Nuevo, async ({ cuenta, principal }, { mes, fecha }) => {
    const asked = { restauranteId: cuenta.id, mes, fecha };
    const made = await cierres.create(asked, principal.actor);
    if (made === 'no_restaurant') throw notFound();
    if (made === 'too_many') {
      throw conflict(`El mes ${mes} ya se ha cerrado ${CIERRES_DE_UN_MES_MAX} veces.`, '/mes');
    }
    if ('notOverUntilMs' in made) {
      const message = `El mes ${mes} no ha terminado: se cierra cuando acabe.`;
      throw invalid('/mes', message, 'un mes que ha terminado');
    }
    return createdJson(cierreWire(made));
  });
  // It reads all orders of the month.
  return [{ ...create, isSlow: true }];
};
