import { makeUsuarios } from '../../../admin/usuarios.ts';
import { defineCommand, optional, required } from '../../command.ts';
import { Failure } from '../../errors.ts';
import { email, restaurantId } from '../../readers.ts';
import { withStore } from '../../store.ts';
import { noSuchRestaurant } from '../restaurants/restaurant.ts';
import { LINK_JSON, showLink } from './user.ts';

export const usersCreate = defineCommand({
  name: 'users create',
  summary: 'make a panel user and print the link with which to choose a password',
  options: {
    email: required('EMAIL', 'address that the user signs in with', email),
    restaurant: optional(
      'ID',
      'restaurant of the user (default: none, an operator who sees all)',
      restaurantId,
    ),
    json: LINK_JSON,
  },
  notes: ['The link begins with PUBLIC_URL, works once and for 72 hours.'],
  examples: ['comanda users create --email pepa@example.com --restaurant rest_casa_pepa'],
  run: ({ options }, context) =>
    withStore(context, async (deps) => {
      const { email: address, restaurant = null, json } = options;
      const result = await makeUsuarios(deps).create(
        { email: address, restauranteId: restaurant },
        context.actor,
      );
      if (result.outcome === 'no_restaurant') throw new Failure(noSuchRestaurant(`${restaurant}`));
      if (result.outcome !== 'created') throw new Failure(`there is a user ${address} already`);
      const { id, email: stored } = result.usuario;
      const role = restaurant === null ? 'operator' : `user of ${restaurant}`;
      if (!json) context.io.err(`User ${id}: ${stored}, ${role}.`);
      showLink(context, result, json);
    }),
});
