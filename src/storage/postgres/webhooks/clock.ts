/** Leases run by the server's clock. It stands still within a statement: Citus allows no other in an update. */
export const SERVER_MS = 'floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint';
