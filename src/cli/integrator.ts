import { createRequire } from 'node:module';
import { Failure } from '@comanda/command-line';
import { Command } from '@commander-js/extra-typings';

/** The commands of `clients/cli`, which installs on its own. They are listed here for help; `bin/comanda.mjs` hands them over. */
export const INTEGRATOR_COMMANDS: ReadonlyMap<string, string> = new Map([
  ['listen', 'show events as they happen, and send each to a local address as a webhook would'],
  ['trigger', 'send one sample event to an address, signed as a webhook would'],
  ['export', 'write all orders, their lines, VAT or payments to a file'],
  ['sync', 'mirror the orders in a database, and keep the mirror up to date'],
  ['mcp', 'let an assistant ask about orders, sales and the menu (Model Context Protocol)'],
  ['completions', 'print the completions for a shell'],
]);

/** A checkout, in TypeScript, installs what they need on first use; an image leaves it out. */
export const hasIntegratorCommands = (): boolean =>
  import.meta.url.endsWith('.ts') || canResolve('libsql');

const canResolve = (name: string): boolean => {
  try {
    return createRequire(import.meta.url).resolve(name) !== '';
  } catch {
    return false;
  }
};

/** For help and suggestions. */
export const makeIntegratorCommands = () =>
  [...(hasIntegratorCommands() ? INTEGRATOR_COMMANDS : [])].map(([name, summary]) =>
    new Command(name)
      .description(summary)
      .helpGroup('For integrators, configured by COMANDA_URL and COMANDA_KEY:')
      .allowUnknownOption()
      .allowExcessArguments()
      .action(() => {
        throw new Failure('this command is in the package @comanda/cli: install that');
      }),
  );
