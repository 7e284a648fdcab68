import { formatDuration, grouped, plural, printable } from '@comanda/command-line';
import type { Refusal } from './refused-lines.ts';

const REFUSALS_SHOWN_MAX = 20;

interface AnswerLine {
  linea: number;
  ok: boolean;
  codigo?: string;
  error?: string;
  ruta?: string;
}

/** The order is there already: a file that is imported again has nothing else. */
const REPEATED = 'conflicto';
/** The database did not take it: nothing is wrong with the line. */
const NOT_TAKEN = 'no_disponible';

interface ReportDeps {
  say(line: string): void;
  /** Called with each line that can be repaired. */
  refused?(refusal: Refusal): void;
}

export const makeImportReport = ({ say, refused: onRefused }: ReportDeps) => {
  let accepted = 0;
  let refused = 0;
  let repeated = 0;
  const codes = new Map<string, number>();
  let lastLine = 0;
  let notTaken: number | null = null;

  const takeOne = (answer: AnswerLine): void => {
    lastLine = answer.linea;
    if (answer.ok) {
      accepted += 1;
      return;
    }
    const { linea, codigo = '', error = '', ruta } = answer;
    if (codigo === REPEATED) {
      repeated += 1;
      return;
    }
    refused += 1;
    codes.set(codigo, (codes.get(codigo) ?? 0) + 1);
    if (codigo === NOT_TAKEN) notTaken ??= linea;
    else onRefused?.({ linea, codigo, error, ruta });
    if (refused <= REFUSALS_SHOWN_MAX) say(describeRefusal(answer));
  };

  return {
    take(text: string): void {
      for (const line of text.split('\n')) {
        if (line !== '') takeOne(JSON.parse(line) as AnswerLine);
      }
    },
    lines: () => accepted + refused + repeated,
    refused: () => refused,
    counts: () => ({
      lineas: accepted + refused + repeated,
      aceptadas: accepted,
      rechazadas: refused,
      repetidas: repeated,
      codigos: Object.fromEntries(codes),
    }),
    /** The number of the last line that was answered: every line up to it is settled. */
    lastLine: () => lastLine,
    /** The first line that the database did not take; null if it took all. */
    notTaken: () => notTaken,
    /** Says how many refusals were not shown; returns the summary line. */
    finish(elapsedMs: number): string {
      const hidden = refused - REFUSALS_SHOWN_MAX;
      if (hidden > 0) say(`and ${plural(hidden, 'more refused line')}`);
      const why = [...codes].map(([codigo, count]) => `${grouped(count)} ${codigo}`).join(', ');
      const parts = [
        `${grouped(accepted)} stored`,
        `${grouped(refused)} refused${why === '' ? '' : ` (${why})`}`,
        ...(repeated === 0 ? [] : [`${grouped(repeated)} there already`]),
        `in ${formatDuration(elapsedMs)}`,
      ];
      return `${plural(accepted + refused + repeated, 'line')}: ${parts.join(', ')}.`;
    },
  };
};

const describeRefusal = ({ linea, codigo = '', error = '', ruta }: AnswerLine): string => {
  const where = ruta === undefined ? codigo : `${codigo} ${ruta}`;
  const why =
    ruta !== undefined && error.startsWith(`${ruta}: `) ? error.slice(ruta.length + 2) : error;
  return printable(`line ${linea}: ${where}: ${why}`);
};
