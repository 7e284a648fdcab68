import { extname } from 'node:path';
import {
  listOption,
  makeCommand,
  quote,
  text,
  UsageError,
  withExitCode,
} from '@comanda/command-line';
import { Argument, Option } from '@commander-js/extra-typings';
import { InvalidArgumentError } from 'commander';
import type { Context } from '../command.ts';
import { readMonth, readWhen, type When } from '../readers.ts';
import { ESTADOS, FECHAS, FORMATOS, type Formato, METODOS_PAGO, TABLAS, TIPOS } from '../values.ts';

interface Given {
  given: string;
  when: When;
}

const when = (given: string): Given => {
  const found = readWhen(given);
  if (found !== null) return { given, when: found };
  throw new InvalidArgumentError(
    `must be a day such as 2026-11-01, a time such as 2026-11-01T00:00:00+01:00, or a duration such as 12h or 30d`,
  );
};

const month = (given: string): { desde: string; hasta: string } => {
  const found = readMonth(given);
  if (found !== null) return found;
  throw new InvalidArgumentError('must be a month such as 2026-10');
};

const closing = (given: string): string => {
  if (/^cie_[\w-]{1,64}$/.test(given)) return given;
  throw new InvalidArgumentError('must be the id of a closing (cie_…)');
};

/** An event, or a time. */
const change = (given: string): Given | string => (given.startsWith('evt_') ? given : when(given));

/** Undefined if the name has no extension. */
const formatByName = (file = ''): Formato | undefined => {
  const known = FORMATOS.find((each) => file.toLowerCase().endsWith(`.${each}`));
  // A spreadsheet that is asked for as .xls must not turn out to be lines of JSON.
  if (known === undefined && extname(file).length > 1) {
    const endings = FORMATOS.map((each) => `.${each}`).join(', ');
    throw new UsageError(
      `the extension of ${quote(file)} names no format: use one of ${endings}, or give --format`,
    );
  }
  return known;
};

export const exportCommand = (context: Context) =>
  makeCommand('export', 'write all orders, their lines, VAT or payments to a file', {
    notes: [
      'The file gets its name once it is complete; until then it is FILE.part. If the connection breaks,',
      'the export resumes. If the command itself stops, run it again, and it resumes from FILE.part.',
      'That holds for ndjson and csv; an interrupted xlsx or parquet starts over.',
    ],
    examples: [
      'comanda export pedidos -o pedidos.ndjson',
      'comanda export iva --month 2026-10 --by factura -o october.xlsx',
      'comanda export iva --month 2026-10 --by factura --changed-since 2026-11-20 -o changed.csv',
      'comanda export iva --cierre cie_01m8k2 -o october-as-closed.xlsx',
      'comanda export items --format csv --since 30d | head',
    ],
  })
    .addArgument(new Argument('<TABLE>', 'what each row is').choices(TABLAS))
    .addOption(
      new Option('--format <FORMAT>', 'the format (default: by the extension of FILE)').choices(
        FORMATOS,
      ),
    )
    .option('-o, --output <FILE>', 'the file to write (default: standard output)', text)
    .option(
      '--since <TIME>',
      'only orders created since this day or time, or this long ago, such as 30d',
      when,
    )
    .option('--until <TIME>', 'only orders created before this, given in the same way', when)
    .option('--month <MONTH>', "only orders of this month of the restaurant's calendar", month)
    .addOption(
      new Option(
        '--by <DATE>',
        "the date by which they are chosen; then days are those of the restaurant's calendar, else of UTC",
      ).choices(FECHAS),
    )
    .option(
      '--changed-since <CHANGE>',
      'only orders that changed after this event (evt_…) or since this time or duration',
      change,
    )
    .option(
      '--cierre <ID>',
      'iva or pagos of a closed month, as it was closed: the same bytes each time',
      closing,
    )
    .addOption(
      listOption('--state <STATES>', 'only orders in these states, separated by commas', ESTADOS),
    )
    .addOption(new Option('--type <TYPE>', 'only orders of this type').choices(TIPOS))
    .option(
      '--payment-method <METHOD>',
      `only orders paid by this method: ${METODOS_PAGO.join(', ')}, or another that the platform uses`,
      text,
    )
    .option('--number <NUMBER>', 'only the order with this number, such as 20261115-42', text)
    .option('--invoice <INVOICE>', 'only orders with this invoice number', text)
    .option('--phone <PHONE>', 'only orders of the customer with this phone number', text)
    .option('--email <EMAIL>', 'only orders of the customer with this e-mail', text)
    .option('--json', 'print what was written as one line of JSON')
    .action(
      withExitCode(context, async (tabla, options) => {
        const { exportTable } = await import('../export/export.ts');
        const { since, until, state, type, number, invoice, phone, email, output, json } = options;
        const { changedSince, cierre } = options;
        if (options.month !== undefined && (since ?? until) !== undefined) {
          throw new UsageError('give --month, or --since and --until');
        }
        const by = options.by ?? (options.month === undefined ? undefined : 'creacion');
        const method = options.paymentMethod;
        // Opening /dev/stdout by name would truncate a file behind it, with everything that a script wrote there before.
        const file = output === '-' || output === '/dev/stdout' ? undefined : output;
        const filters = {
          ...(state !== undefined && { estado: [...state] }),
          ...(type !== undefined && { tipo: type }),
          ...(method !== undefined && { metodo_pago: method }),
          ...(number !== undefined && { numero: number }),
          ...(invoice !== undefined && { factura: invoice }),
          ...(phone !== undefined && { telefono: phone }),
          ...(email !== undefined && { email }),
          ...(by !== undefined && { fecha: by }),
          ...(cierre !== undefined && { cierre }),
          ...(typeof changedSince === 'string' && { cambiado_desde: changedSince }),
        };
        const formato = options.format ?? formatByName(file) ?? 'ndjson';
        // The arguments as typed: `30d` names the same export a minute later.
        const changed = typeof changedSince === 'object' ? changedSince : undefined;
        const given = [since, until, changed].map((each) => each?.given);
        const asked = [tabla, formato, ...given, options.month, filters];
        const period = {
          since: since?.when,
          until: until?.when,
          changedSince: changed?.when,
          month: options.month,
        };
        return exportTable({ tabla, formato, filters, ...period, asked, file, json }, context);
      }),
    );
