const msOf = (moment: string): string => `floor(extract(epoch FROM ${moment}()) * 1000)::bigint`;

/** The server's clock, because those of processes may differ. */
export const CLOCK_MS = msOf('clock_timestamp');
/** The same, but constant within a statement: Citus allows no other clock in an UPDATE. */
export const STATEMENT_MS = msOf('statement_timestamp');
