/** The commands of `clients/cli`, a program that installs alone. Here they are named; `bin/comanda.mjs` hands over to it. */
export const INTEGRATOR_COMMANDS: ReadonlyMap<string, string> = new Map([
  ['completions', 'print the completions for a shell'],
  ['sync', 'mirror the orders in a database, and keep the mirror up to date'],
]);
