import { makeUsuarios, setupUrl } from '../../admin/usuarios.ts';
import { command, flag, optional, required } from '../command.ts';
import { EXIT, Failure } from '../exit.ts';
import { email, id } from '../read.ts';
import { withStore } from '../store.ts';
import { isoInstant } from '../text.ts';

export const usersCreate = command({
  name: 'users create',
  summary: 'make a panel user and print the link with which to choose a password',
  argument: null,
  options: {
    email: required('EMAIL', 'address that the user signs in with', email),
    restaurant: optional(
      'ID',
      'restaurant of the user (default: none, an operator who sees all)',
      id('restaurante', 'restaurant'),
    ),
    json: flag('print one line of JSON: id, email, restaurante_id, enlace, expira_en'),
  },
  notes: ['The link begins with PUBLIC_URL, works once and for 72 hours.'],
  examples: ['comanda users create --email pepa@example.com --restaurant rest_casa_pepa'],
  run: (options, _, context) =>
    withStore(context, async (store) => {
      const { io, actor } = context;
      const restauranteId = options.restaurant ?? null;
      const usuarios = makeUsuarios({ ...context, store });
      const result = await usuarios.create({ email: options.email, restauranteId }, actor);
      if (result.outcome !== 'created') {
        throw new Failure(
          result.outcome === 'no_restaurant'
            ? `there is no restaurant ${restauranteId}; see comanda restaurants list`
            : `there is a user ${options.email} already`,
        );
      }
      const { usuario, setupToken, setupExpiraMs } = result;
      const enlace = setupUrl(context.config().publicUrl, setupToken);
      const expira_en = isoInstant(setupExpiraMs);
      if (options.json) {
        const { id: usuarioId, email: address } = usuario;
        io.out(
          JSON.stringify({
            id: usuarioId,
            email: address,
            restaurante_id: restauranteId,
            enlace,
            expira_en,
          }),
        );
        return EXIT.ok;
      }
      const role = restauranteId === null ? 'operator' : `user of ${restauranteId}`;
      io.err(`User ${usuario.id}: ${usuario.email}, ${role}.`);
      io.err(`Send this link; it works once, until ${expira_en}:`);
      io.out(enlace);
      return EXIT.ok;
    }),
});
