import { IMPORTADO } from '../../contract/recursos/evento.ts';

// Each event is in one of two partial indexes, `eventos_anunciados` and `eventos_importados`. They apply
// where a query says the same as they do, word for word.

/** The condition, behind the name of the table, on events that webhooks may get. */
export const ANNOUNCED = `tipo <> '${IMPORTADO}'`;
export const IMPORTED = `tipo = '${IMPORTADO}'`;
