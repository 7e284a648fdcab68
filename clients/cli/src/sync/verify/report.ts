import type { Io } from '@comanda/command-line';
import { grouped, table as layOut, plural, printable } from '@comanda/command-line';
import { EXIT, type ExitCode } from '../../errors.ts';
import type { Verdict } from './verify.ts';

const SHOWN_MAX = 20;

/** Prints what was compared and what differs. Returns the exit code. */
export const reportVerdict = (io: Io, verdict: Verdict, asJson: boolean): ExitCode => {
  const { differences, orders, behind, sums } = verdict;
  const code = differences.length === 0 ? EXIT.ok : EXIT.failed;
  const shown = differences.slice(0, SHOWN_MAX);
  if (asJson) {
    const tablas = [...sums].map(([{ name }, { source, mirror }]) => ({
      tabla: name,
      filas: mirror.rows,
      cents: mirror.cents,
      filas_origen: source.rows,
      cents_origen: source.cents,
    }));
    const verified = {
      evento: 'verificado',
      pedidos: orders,
      atrasados: behind,
      diferencias: differences.length,
      detalle: shown,
      tablas,
    };
    io.out(JSON.stringify(verified));
    return code;
  }
  const rows = [...sums].map(([{ name }, { source, mirror }]) => [
    name,
    grouped(mirror.rows),
    grouped(mirror.cents),
    source.rows === mirror.rows && source.cents === mirror.cents
      ? 'same as the source'
      : `source: ${grouped(source.rows)}, ${grouped(source.cents)}`,
  ]);
  for (const line of layOut([['table', 'rows', 'cents', ''], ...rows])) io.out(line);
  for (const each of shown) io.out(`differs: ${printable(each)}`);
  if (differences.length > SHOWN_MAX) io.out(`and ${differences.length - SHOWN_MAX} more`);
  if (behind > 0) io.out(`${plural(behind, 'order')} changed since the last sync: not compared`);
  io.out(`${plural(differences.length, 'difference')} in ${plural(orders, 'order')}`);
  if (differences.length > 0) io.err('sync --fresh copies everything again and repairs them');
  return code;
};
