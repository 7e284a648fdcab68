import { defineCommand } from '../../command.ts';
import { RESTAURANT_ARGUMENT, setActive } from './restaurant.ts';

export const restaurantsResume = defineCommand({
  name: 'restaurants resume',
  summary: 'let a suspended restaurant back in',
  argument: RESTAURANT_ARGUMENT,
  examples: ['comanda restaurants resume rest_casa_pepa'],
  run: ({ argument: id }, context) => setActive(id, true, context),
});
