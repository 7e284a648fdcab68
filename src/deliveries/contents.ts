import type { Caja } from '../contract/recursos/caja.ts';
import type { Restaurante } from '../contract/recursos/restaurante.ts';
import { MEDIA_TYPES } from '../contract/rutas/exportacion.ts';
import { limitsOf, relojOf } from '../domain/deliveries/calendario.ts';
import { archivoOf, type Que } from '../domain/deliveries/envio.ts';
import { seleccionOf } from '../domain/deliveries/seleccion.ts';
import { cajaOf, ledgersOf } from '../domain/money/caja.ts';
import { piecesOf } from '../domain/money/span.ts';
import type { Exports } from '../export/exports.ts';
import type { Reader } from '../storage/accounts/readers.ts';
import { parseBody } from '../storage/port/body.ts';
import type { Ejecucion, Envio } from '../storage/port/deliveries/envios.ts';
import type { Store } from '../storage/port/store.ts';
import { cajaCsv } from './caja-csv.ts';

/** The file of a run, not made yet. */
export interface Content {
  archivo: string;
  tipo: string;
  /** The range that it holds, in milliseconds. */
  tramo: { desde: number; hasta: number };
  pieces: AsyncIterable<Uint8Array>;
  /** Null unless the till is sent. */
  caja: Caja | null;
  restaurante: string;
  release(): void;
}

interface ContentDeps {
  store: Pick<Store, 'cuentas' | 'money'>;
  exports: Pick<Exports, 'open'>;
}

export const makeContents = ({ store, exports }: ContentDeps) => {
  const readCaja = async (
    restauranteId: string,
    { fecha }: Que,
    { desde, hasta }: Content['tramo'],
    zone: string,
    moneda: string,
  ): Promise<Caja> => {
    const span = { startMs: desde, endMs: hasta, bounds: [desde, hasta] };
    const pieces = piecesOf(span, { zone, corte: 0 }, null);
    const stored = await store.money.read(restauranteId, ledgersOf(fecha), pieces);
    return cajaOf(stored, span, { fecha, moneda, zone, isGrouped: false });
  };

  /** Null while the restaurant is suspended or gone; `busy` while too many files are being made. */
  return async (
    envio: Pick<Envio, 'id' | 'restauranteId' | 'que' | 'cuando'>,
    run: Pick<Ejecucion, 'periodo' | 'inicio' | 'fin'>,
  ): Promise<Content | 'busy' | null> => {
    const { restauranteId, que, cuando } = envio;
    const found = await store.cuentas.find(restauranteId);
    if (!found?.cuenta.activo) return null;
    const { slug, nombre, zonaHoraria: zone, corte } = found.cuenta;
    const { moneda } = parseBody<Restaurante>(found.perfil);
    const tramo = limitsOf(run, relojOf(cuando.cada, que.fecha, { zone, corte }));
    const archivo = archivoOf(slug, que, { clave: run.periodo });
    const common = { archivo, tramo, restaurante: nombre };
    if (que.clase === 'caja') {
      const caja = await readCaja(restauranteId, que, tramo, zone, moneda);
      const bytes = cajaCsv(caja, nombre, que.idioma);
      const pieces = (async function* () {
        yield bytes;
      })();
      return { ...common, tipo: MEDIA_TYPES.csv, pieces, caja, release: () => undefined };
    }
    const { tabla, formato, estilo, fecha, idioma } = que;
    const { filtros, by } = seleccionOf(tabla, fecha, tramo);
    const file = await exports.open({
      ...{ reader: readerOf(envio.id), tabla, formato, by, after: '' },
      estilo: formato === 'csv' ? estilo : 'programa',
      idioma: formato === 'csv' && estilo === 'programa' ? null : idioma,
      filter: { ...filtros, restauranteId },
    });
    if (typeof file === 'string') return 'busy';
    const { pieces, release } = file;
    return { ...common, tipo: MEDIA_TYPES[formato], pieces, caja: null, release };
  };
};

export type Contents = ReturnType<typeof makeContents>;

/** Nobody reads it but the service itself. */
const readerOf = (id: string): Reader => ({
  budget: `envio:${id}`,
  id,
  standings: async () => new Map(),
});
