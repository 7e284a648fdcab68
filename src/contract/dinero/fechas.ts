// The dates of money. No schemas here: the command line loads it.

/** That by which an order counts. */
export const FECHAS = ['creacion', 'factura', 'pago'] as const;
export type Fecha = (typeof FECHAS)[number];

/** A calendar month of the restaurant. */
export const MES = /^(?!0000|9999)\d{4}-(?:0[1-9]|1[0-2])$/;
