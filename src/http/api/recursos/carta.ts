import type { Carta } from '../../../contract/recursos/carta.ts';
import type { Restaurante } from '../../../contract/recursos/restaurante.ts';
import { isoTimestamp } from '../../../domain/time.ts';
import type { Clock } from '../../../platform/clock.ts';
import { parseBody } from '../../../storage/port/body.ts';
import type { Store } from '../../../storage/port/store.ts';
import { type Answer, joinBodies, ok, okJson } from '../../answer/answer.ts';
import { digest } from '../../answer/negotiate.ts';
import type { Handlers } from '../handler.ts';
import { requireCuenta } from './restaurante.ts';

/** `GET /carta`: the stored document. Id and slug are added here, so that a new slug shows at once. */
export const readCarta =
  ({ cuentas }: Pick<Store, 'cuentas'>, clock: Clock): Handlers['leerCarta'] =>
  async ({ restauranteId, query: { solo_disponibles: onlyAvailable } }) => {
    const [found, document] = await Promise.all([
      requireCuenta(cuentas, restauranteId),
      cuentas.document(restauranteId, onlyAvailable ? 'carta_disponible' : 'carta'),
    ]);
    const { id, slug } = found.cuenta;
    if (document === null) return emptyCarta(found, clock.now());
    const head = `{"restaurante_id":${JSON.stringify(id)},"restaurante_slug":${JSON.stringify(slug)},`;
    return ok(joinBodies(head, [document.subarray(1)], ''));
  };

type Found = Awaited<ReturnType<typeof requireCuenta>>;

/** The answer until a menu has been sent. Its ETag leaves out `generado_en`, with which it would never match. */
const emptyCarta = ({ cuenta, perfil }: Found, nowMs: number): Answer => {
  const { moneda } = parseBody<Restaurante>(perfil);
  const { id: restaurante_id, slug: restaurante_slug } = cuenta;
  const whose = { restaurante_id, restaurante_slug, moneda, idioma_origen: 'es' };
  const carta: Carta = { ...whose, generado_en: isoTimestamp(nowMs), categorias: [] };
  return { ...okJson(carta), tag: digest(JSON.stringify(whose)) };
};
