import { makeCuentas } from '../../../admin/cuentas.ts';
import type { Context } from '../../command.ts';
import { Failure } from '../../errors.ts';
import { restaurantId } from '../../readers.ts';
import { withStore } from '../../store.ts';

export const RESTAURANT_ARGUMENT = {
  name: 'ID',
  help: 'id of the restaurant, as "restaurants list" shows it',
  read: restaurantId,
};

export const noSuchRestaurant = (id: string): string =>
  `there is no restaurant ${id}; see comanda restaurants list`;

/** Suspends a restaurant or resumes it, and says whether that changed anything. */
export const setActive = (id: string, active: boolean, context: Context): Promise<void> =>
  withStore(context, async (deps) => {
    const cuentas = makeCuentas(deps);
    const { outcome } = await cuentas[active ? 'resume' : 'suspend'](id, context.actor);
    if (outcome === 'not_found') throw new Failure(noSuchRestaurant(id));
    const verb = outcome === 'done' ? 'is now' : 'was already';
    context.io.out(`Restaurant ${id} ${verb} ${active ? 'active' : 'suspended'}.`);
  });
