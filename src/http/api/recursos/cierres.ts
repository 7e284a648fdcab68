import type { CambioCierre, Cierre, Contado } from '../../../contract/dinero/cierre.ts';
import { CIERRE_ID, PEDIDO_ID } from '../../../contract/ids.ts';
import { totalsOf, withOffset } from '../../../domain/money/caja.ts';
import { isoTimestamp } from '../../../domain/time.ts';
import type { Closing, ClosingChange } from '../../../storage/port/cierres.ts';
import type { Store } from '../../../storage/port/store.ts';
import { okJson } from '../../answer/answer.ts';
import { ApiError, invalid } from '../errors.ts';
import type { Handlers } from '../handler.ts';
import { shorten } from '../query.ts';

type ClosingHandlers = Pick<Handlers, 'listarCierres' | 'leerCierre' | 'listarCambiosCierre'>;

export const requireCierre = async (
  cierres: Store['cierres'],
  restauranteId: string,
  id: string,
): Promise<Closing> => {
  const found = CIERRE_ID.test(id) ? await cierres.get(restauranteId, id) : null;
  if (found !== null) return found;
  throw new ApiError('no_encontrado', `No existe el cierre «${shorten(id)}».`);
};

export const cierreHandlers = ({ cierres }: Pick<Store, 'cierres'>): ClosingHandlers => ({
  async listarCierres({ restauranteId, query: { limite, antes_de } }) {
    const before = antes_de === null ? null : await requireCierre(cierres, restauranteId, antes_de);
    const beforeN = before?.n ?? Number.MAX_SAFE_INTEGER;
    const found = await cierres.list(restauranteId, beforeN, limite);
    return okJson({ datos: found.map(cierreWire) });
  },
  async leerCierre({ restauranteId, params: { id = '' } }) {
    return okJson(cierreWire(await requireCierre(cierres, restauranteId, id)));
  },
  async listarCambiosCierre({ restauranteId, params: { id = '' }, query }) {
    const { limite, despues_de: after } = query;
    if (after !== null && !PEDIDO_ID.test(after)) {
      throw invalid(
        'El valor de «despues_de» no es el id de un pedido.',
        'el id de un pedido, ped_…',
      );
    }
    await requireCierre(cierres, restauranteId, id);
    const changes = await cierres.changes(restauranteId, id, after ?? '', limite);
    return okJson({ datos: changes.map(changeWire) });
  },
});

export const cierreWire = (closing: Closing): Cierre => {
  const { desdeMs, hastaMs, zona, moneda, sumas } = closing;
  return {
    id: closing.id,
    desde: withOffset(desdeMs, zona),
    hasta: withOffset(hastaMs, zona),
    fecha: closing.fecha,
    creado_en: isoTimestamp(closing.creadoMs),
    creado_por: closing.creadoPor,
    totales: { moneda, ...totalsOf(sumas) },
    sello: closing.sello,
    anterior: closing.anterior,
    sustituye: closing.sustituye,
    intacto: closing.intacto,
  };
};

const readContado = (json: string | null): Contado | null =>
  json === null ? null : (JSON.parse(json) as Contado);

const changeWire = (change: ClosingChange): CambioCierre => ({
  pedido_id: change.pedidoId,
  numero: change.numero,
  momento: change.momento,
  origen: change.origen,
  usuario: change.usuario,
  antes: readContado(change.antes),
  despues: readContado(change.despues),
});
