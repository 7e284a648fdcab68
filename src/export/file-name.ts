import type { Formato, Tabla } from '../contract/exportacion.ts';
import { makeLocalDay } from '../domain/resumen/dias.ts';
import { addDays } from '../domain/resumen/jornadas.ts';

interface Named {
  slug: string;
  tabla: Tabla;
  formato: Formato;
  zone: string;
  /** The range of the orders; null where it is open. */
  desdeMs: number | null;
  hastaMs: number | null;
  /** Tells the closings of one month apart. */
  cierre?: string | null;
}

/** Names a file after its restaurant and its range of local days: `taberna-azahar_iva_2026-10.xlsx`. */
export const fileName = (named: Named, nowMs: number): string =>
  `${named.slug.replaceAll(/[^\w.-]+/g, '-')}_${named.tabla}_${rangeName(named, nowMs)}${named.cierre == null ? '' : `_${named.cierre}`}.${named.formato}`;

const rangeName = ({ zone, desdeMs, hastaMs }: Named, nowMs: number): string => {
  const day = makeLocalDay(zone);
  const first = desdeMs === null ? null : day(desdeMs);
  const last = day(hastaMs === null ? nowMs : hastaMs - 1);
  if (first === null || first === last) return last;
  const isMonth = first.endsWith('-01') && addDays(last, 1).endsWith('-01');
  return isMonth && first.slice(0, 7) === last.slice(0, 7) ? first.slice(0, 7) : `${first}_${last}`;
};
