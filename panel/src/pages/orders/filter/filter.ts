import type { FiltroPedidos } from '../../../api/queries.ts';
import type { Cuenta } from '../../../api/wire.ts';
import { localInstant, wallHour } from '../local-day.ts';

/**
 * `desde` and `hasta` are days of the panel, both included, which begin at the restaurant's cut; or times
 * `YYYY-MM-DDTHH:MM`, from one up to the other.
 */
export type Filter = FiltroPedidos;

export const EMPTY_FILTER: Filter = {
  buscar: '',
  estado: '',
  tipo: '',
  metodo_pago: '',
  desde: '',
  hasta: '',
};

/** Translates a filter into the server's parameters: days and times become instants. */
export const toFiltro = (filter: Filter, { zona_horaria, corte }: Cuenta): FiltroPedidos => {
  const instant = (value: string, plusDays: number): string => {
    const isTime = value.includes('T');
    const wall = isTime ? value : `${value}T${wallHour(corte)}`;
    return localInstant(wall, zona_horaria, isTime ? 0 : plusDays) ?? '';
  };
  return { ...filter, desde: instant(filter.desde, 0), hasta: instant(filter.hasta, 1) };
};
