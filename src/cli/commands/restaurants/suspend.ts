import { defineCommand } from '../../command.ts';
import { RESTAURANT_ARGUMENT, setActive } from './restaurant.ts';

export const restaurantsSuspend = defineCommand({
  name: 'restaurants suspend',
  summary: 'shut a restaurant out: its keys are refused, its streams close, its webhooks wait',
  argument: RESTAURANT_ARGUMENT,
  notes: ['Nothing is deleted; "restaurants resume" brings everything back.'],
  examples: ['comanda restaurants suspend rest_casa_pepa'],
  run: ({ argument: id }, context) => setActive(id, false, context),
});
