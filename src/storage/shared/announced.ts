import { IMPORTADO } from '../../contract/recursos/evento.ts';

// Each event is in one of two partial indexes, `eventos_anunciados` and `eventos_importados`. The planner uses
// one only if the query repeats its condition word for word.

/** Selects events that webhooks may get. Queries may put the alias of the table and a dot before it. */
export const ANNOUNCED = `tipo <> '${IMPORTADO}'`;
export const IMPORTED = `tipo = '${IMPORTADO}'`;
