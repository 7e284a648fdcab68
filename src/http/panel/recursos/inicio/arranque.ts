import type * as Panel from '../../../../contract/panel.ts';
import type { Cuenta } from '../../../../domain/log/batch.ts';
import type { Store } from '../../../../storage/port/store.ts';
import { okJson } from '../../../answer/answer.ts';
import { mayIn } from '../../../principal.ts';
import { makeBulkhead } from '../../bulkhead.ts';
import { PANEL_ID, readParameters, TEXT } from '../../query.ts';
import { type PanelRoute, routesFor } from '../../route.ts';
import { readAvisos } from '../avisos.ts';
import { perfilView, restaurantsOf } from '../cuentas.ts';
import { sesionView } from '../sesion.ts';
import { type AskedRange, RANGO } from './rango.ts';

/** `reciente`: the restaurant that was seen last, where the address names none. */
const PARAMETERS = { restaurante: TEXT, reciente: TEXT, rango: TEXT };

type Stores = Pick<Store, 'cuentas' | 'health'>;

/**
 * Session, profile, open conditions and the figures of the first page in one answer: a page that starts waits once, not three times.
 * The page asks by itself for a part that is missing here, and then sees why.
 */
export const arranqueRoute = (
  { cuentas, health }: Stores,
  readInicio: (cuenta: Cuenta, asked: AskedRange) => Promise<Panel.Inicio>,
): PanelRoute => {
  const bulkhead = makeBulkhead();
  return routesFor('anyone').get('/arranque', PARAMETERS, async ({ principal }, asked) => {
    const nothing: Panel.Arranque = { sesion: null, perfil: null, inicio: null, avisos: null };
    if (principal === null) return okJson(nothing);
    const { restaurante, reciente, rango } = asked;
    const sesion = sesionView(principal);
    const { usuario } = principal;
    const sees = (rid: string): boolean => mayIn(usuario, rid, 'perfil') === true;
    const last = reciente !== null && sees(reciente) ? reciente : restaurantsOf(usuario)[0];
    const id = restaurante ?? last ?? '';
    // Another user's restaurant is like one that does not exist.
    const isSeen = PANEL_ID.test(id) && sees(id);
    const found = isSeen ? await cuentas.find(id) : null;
    if (found === null) return okJson({ ...nothing, sesion });
    const figures =
      rango === null || !mayIn(usuario, id, 'cifras')
        ? null
        : bulkhead(id, async () => readInicio(found.cuenta, readParameters(rango, RANGO)));
    const [inicio, avisos] = await Promise.all([
      figures?.catch(() => null) ?? null,
      readAvisos(health, usuario, id).catch(() => null),
    ]);
    return okJson({ sesion, perfil: perfilView(found), inicio, avisos } satisfies Panel.Arranque);
  });
};
