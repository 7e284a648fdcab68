import Type from 'typebox';
import { FORMATO_FECHA, isFecha } from '../../../../contract/instante.ts';
import type * as Panel from '../../../../contract/panel.ts';
import { RANGO_DIAS_MAX } from '../../../../contract/recursos/resumen.ts';
import type { Values } from '../../../../contract/rutas/ruta.ts';
import { withDefault } from '../../../../contract/scalars.ts';
import type { Cuenta } from '../../../../domain/log/batch.ts';
import {
  type Before,
  rangeBefore,
  usualComparison,
} from '../../../../domain/resumen/comparacion.ts';
import {
  type Jornadas,
  jornadasBetween,
  jornadasOf,
  PERIODOS_PANEL,
  type Reloj,
} from '../../../../domain/resumen/jornadas.ts';
import { invalid } from '../../errors.ts';
import { TEXT } from '../../query.ts';

/** The parameters that name a range. */
export const RANGO = {
  periodo: { schema: withDefault(Type.Enum(PERIODOS_PANEL), 'hoy') },
  desde: TEXT,
  hasta: TEXT,
  comparar: { schema: Type.Enum(['semanas', 'mes', 'ano'] satisfies Panel.Comparacion[]) },
};

export type AskedRange = Values<typeof RANGO>;

export const relojOf = ({ zonaHoraria, corte }: Cuenta): Reloj => ({ zone: zonaHoraria, corte });

/** The range that a query names: a period, or two days of the panel, both included. */
export const readRange = (asked: AskedRange, cuenta: Cuenta, nowMs: number): Jornadas => {
  const { periodo, desde, hasta } = asked;
  const reloj = relojOf(cuenta);
  if (desde === null && hasta === null) return jornadasOf(periodo, reloj, nowMs);
  const [first, last] = [readDay('desde', desde), readDay('hasta', hasta)];
  const range = jornadasBetween(first, last, reloj);
  if (range !== null) return range;
  throw invalid(
    'hasta',
    `El rango de ${first} a ${last} ha de tener de 1 a ${RANGO_DIAS_MAX} días.`,
    `1..${RANGO_DIAS_MAX} días`,
  );
};

/** The range to compare with: as asked for, or as is usual. */
export const readBefore = (
  { comparar, periodo, desde }: AskedRange,
  range: Jornadas,
  cuenta: Cuenta,
  nowMs: number,
): { comparacion: Panel.Comparacion; before: Before } => {
  const isOfMonth = desde === null && periodo.startsWith('mes');
  const comparacion = comparar ?? usualComparison(range, isOfMonth);
  return { comparacion, before: rangeBefore(range, comparacion, relojOf(cuenta), nowMs) };
};

const readDay = (campo: 'desde' | 'hasta', text: string | null): string => {
  if (text !== null && isFecha(text)) return text;
  throw invalid(campo, `«${campo}» ha de ser un día, ${FORMATO_FECHA}.`, FORMATO_FECHA);
};

export const rangoView = ({ first, last }: Jornadas): Panel.Rango => ({
  desde: first,
  hasta: last,
});
