const msOf = (moment: string): string => `floor(extract(epoch FROM ${moment}()) * 1000)::bigint`;

/** The server's clock, because those of processes may differ. */
export const CLOCK_MS = msOf('clock_timestamp');
/** The same, standing still within a statement: Citus allows no other in an update. */
export const STATEMENT_MS = msOf('statement_timestamp');
