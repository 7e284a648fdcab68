import { isFecha } from '../../../contract/instante.ts';
import type { Restaurante } from '../../../contract/recursos/restaurante.ts';
import { RANGO_DIAS_MAX } from '../../../contract/recursos/resumen.ts';
import { FORMATO_CORTE, FORMATO_MOMENTO_LOCAL } from '../../../contract/rutas/caja.ts';
import type { Values } from '../../../contract/rutas/ruta.ts';
import type { RUTAS } from '../../../contract/rutas/rutas.ts';
import { cajaOf, ledgersOf } from '../../../domain/money/caja.ts';
import { type DayClock, piecesOf, type Span, spanOf } from '../../../domain/money/span.ts';
import { parseBody } from '../../../storage/port/body.ts';
import type { Store } from '../../../storage/port/store.ts';
import { okJson } from '../../answer/answer.ts';
import { invalid } from '../errors.ts';
import type { Handlers } from '../handler.ts';
import { shorten } from '../query.ts';
import { requireCuenta } from './restaurante.ts';

type Asked = Values<(typeof RUTAS.leerCaja)['query']>;

/** `GET /caja`: what was sold and what was paid in a span. */
export const readCaja =
  ({ cuentas, money }: Pick<Store, 'cuentas' | 'money'>): Handlers['leerCaja'] =>
  async ({ restauranteId, query: asked }) => {
    const { fecha, agrupar } = asked;
    const { cuenta, perfil } = await requireCuenta(cuentas, restauranteId);
    const { zonaHoraria: zone } = cuenta;
    const corte = readCorte(asked.corte);
    const clock = { zone, corte: fecha === 'factura' ? 0 : corte };
    const span = readSpan(asked, clock);
    const pieces = piecesOf(span, clock, agrupar);
    const stored = await money.read(restauranteId, ledgersOf(fecha), pieces);
    const { moneda } = parseBody<Restaurante>(perfil);
    return okJson(cajaOf(stored, span, { fecha, moneda, zone, isGrouped: agrupar !== null }));
  };

/** Minutes after midnight. */
const readCorte = (text: string): number => {
  const [, hours, minutes] = /^(0\d|1[0-2]):(00|15|30|45)$/.exec(text) ?? [];
  const corte = Number(hours) * 60 + Number(minutes);
  if (corte <= CORTE_MINUTES_MAX) return corte;
  throw invalid(
    `El parámetro «corte» no admite «${shorten(text)}»; se admite: ${FORMATO_CORTE}.`,
    FORMATO_CORTE,
  );
};
const CORTE_MINUTES_MAX = 12 * 60;

const MOMENTO_LOCAL = /^(\d{4}-\d{2}-\d{2})(?:T(?:[01]\d|2[0-3]):(?:00|15|30|45))?$/;

const readMomento = (name: 'desde' | 'hasta', text: string | null): string => {
  if (text === null) {
    throw invalid(`Falta «${name}»: el tramo lleva los dos momentos.`, FORMATO_MOMENTO_LOCAL);
  }
  const [, dia = ''] = MOMENTO_LOCAL.exec(text) ?? [];
  if (isFecha(dia)) return text;
  throw invalid(
    `El parámetro «${name}» no admite «${shorten(text)}»; se admite: ${FORMATO_MOMENTO_LOCAL}.`,
    FORMATO_MOMENTO_LOCAL,
  );
};

const readSpan = (asked: Asked, clock: DayClock): Span => {
  const desde = readMomento('desde', asked.desde);
  const hasta = readMomento('hasta', asked.hasta);
  if (asked.fecha === 'factura' && (desde.includes('T') || hasta.includes('T'))) {
    throw invalid(
      'Con «fecha=factura», «desde» y «hasta» son días sin hora: las facturas son de días naturales.',
      'AAAA-MM-DD',
    );
  }
  const span = spanOf({ desde, hasta, agrupar: asked.agrupar }, clock);
  if (typeof span !== 'string') return span;
  throw span === 'reversed'
    ? invalid(
        `«hasta» (${hasta}), que no entra, ha de ser posterior a «desde» (${desde}).`,
        'desde < hasta',
      )
    : invalid(
        `El tramo de «desde» (${desde}) a «hasta» (${hasta}) pasa de ${RANGO_DIAS_MAX} días.`,
        `1..${RANGO_DIAS_MAX} días`,
      );
};
