import { makeCuentas } from '../../../admin/cuentas.ts';
import type { Cuenta } from '../../../domain/log/batch.ts';
import { defineCommand, flag } from '../../command.ts';
import { withStore } from '../../store.ts';
import { printList } from '../../terminal/list.ts';
import { printable } from '../../terminal/text.ts';

export const restaurantsList = defineCommand({
  name: 'restaurants list',
  summary: 'list the restaurants, whether they are active and whether they take commands',
  options: { json: flag('print one line of JSON for each restaurant') },
  examples: ['comanda restaurants list'],
  run: ({ options }, context) =>
    withStore(context, async (deps) => {
      const cuentas = await Array.fromAsync(makeCuentas(deps).list());
      printList(context.io, cuentas, {
        columns: {
          ID: ({ id }) => id,
          SLUG: ({ slug }) => printable(slug),
          NAME: ({ nombre }) => printable(nombre),
          'TIME ZONE': ({ zonaHoraria }) => zonaHoraria,
          STATE: ({ activo }) => (activo ? 'active' : 'suspended'),
          COMMANDS: ({ ingesta }) => (ingesta ? 'accepted' : 'refused'),
        },
        empty: 'No restaurants. Load some with: comanda import --help',
        toJson: options.json ? restaurantJson : undefined,
      });
    }),
});

const restaurantJson = ({ id, slug, nombre, zonaHoraria, activo, ingesta }: Cuenta) => ({
  id,
  slug,
  nombre,
  zona_horaria: zonaHoraria,
  activo,
  ingesta,
});
