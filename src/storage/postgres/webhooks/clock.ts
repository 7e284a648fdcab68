/**
 * The server's clock, by which leases run: the clocks of processes differ. It stands still within a
 * statement, because Citus refuses to change a distributed table by a clock that runs.
 */
export const SERVER_MS = 'floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint';
