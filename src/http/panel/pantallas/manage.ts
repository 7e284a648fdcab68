import Type from 'typebox';
import { screenUrl } from '../../../admin/pantallas.ts';
import type * as Panel from '../../../contract/panel.ts';
import { Exact } from '../../../contract/scalars.ts';
import { isoTimestamp, isoTimestampOrNull } from '../../../domain/time.ts';
import { PANTALLAS_MAX, type Pantalla } from '../../../storage/port/pantallas.ts';
import { createdJson, okJson } from '../../answer/answer.ts';
import type { PanelDeps } from '../deps.ts';
import { conflict, notFound } from '../errors.ts';
import { Nombre } from '../recursos/llaves.ts';
import { type PanelRoute, routesFor } from '../route.ts';

const CLASES: readonly Panel.ClasePantalla[] = ['tablero', 'cocina'];
const Nueva = Exact({
  nombre: Nombre,
  clase: Type.Enum([...CLASES]),
});

const pantallaView = ({ creadaMs, vistaMs, ...pantalla }: Pantalla): Panel.Pantalla => ({
  id: pantalla.id,
  nombre: pantalla.nombre,
  clase: pantalla.clase,
  creador: pantalla.creador,
  creada_en: isoTimestamp(creadaMs),
  vista_en: isoTimestampOrNull(vistaMs),
});

/** The routes by which people manage the screens of their restaurant. */
export const manageRoutes = ({ pantallas, publicUrl }: PanelDeps): PanelRoute[] => {
  const { get, post } = routesFor('restaurante', 'pantallas');
  return [
    get('/pantallas', null, async ({ cuenta }) => {
      const datos = (await pantallas.list(cuenta.id)).map(pantallaView);
      return okJson({ datos } satisfies Panel.Lista<Panel.Pantalla>);
    }),
    post('/pantallas', Nueva, async ({ cuenta, principal: { usuario } }, { nombre, clase }) => {
      const made = await pantallas.create({ restauranteId: cuenta.id, nombre, clase }, usuario);
      if (made.outcome === 'too_many') {
        throw conflict(`El restaurante ya tiene ${PANTALLAS_MAX} pantallas: retira alguna antes.`);
      }
      if (made.outcome !== 'created') throw notFound('No existe el restaurante.');
      const { pantalla, token } = made;
      const enlace = screenUrl(publicUrl, pantalla, token);
      return createdJson({
        pantalla: pantallaView(pantalla),
        enlace,
      } satisfies Panel.PantallaCreada);
    }),
    post('/pantallas/{id}/revocar', null, async ({ cuenta, principal, params: { id = '' } }) => {
      const found = await pantallas.get(id);
      const isOwn = found?.pantalla.restauranteId === cuenta.id;
      if (!isOwn || !(await pantallas.revoke(id, principal.actor))) {
        throw notFound('No existe la pantalla.');
      }
      return okJson({ id, revocada: true });
    }),
  ];
};
