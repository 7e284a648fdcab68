import { formatDuration, grouped, plural, printable } from '@comanda/command-line';

const REFUSALS_SHOWN_MAX = 20;

interface AnswerLine {
  linea: number;
  ok: boolean;
  codigo?: string;
  error?: string;
  ruta?: string;
}

export const makeImportReport = (say: (line: string) => void) => {
  let accepted = 0;
  let refused = 0;
  let lastLine = 0;
  let notTaken: number | null = null;

  const takeOne = (answer: AnswerLine): void => {
    lastLine = answer.linea;
    if (answer.ok) {
      accepted += 1;
      return;
    }
    refused += 1;
    if (answer.codigo === 'no_disponible') notTaken ??= answer.linea;
    if (refused <= REFUSALS_SHOWN_MAX) say(describeRefusal(answer));
  };

  return {
    take(text: string): void {
      for (const line of text.split('\n')) {
        if (line !== '') takeOne(JSON.parse(line) as AnswerLine);
      }
    },
    lines: () => accepted + refused,
    refused: () => refused,
    counts: () => ({
      lineas: accepted + refused,
      aceptadas: accepted,
      rechazadas: refused,
    }),
    /** The number of the last line that was answered: every line up to it is settled. */
    lastLine: () => lastLine,
    /** The first line that the database did not take; null if it took all. */
    notTaken: () => notTaken,
    /** Says how many refusals were not shown; returns the summary line. */
    finish(elapsedMs: number): string {
      const hidden = refused - REFUSALS_SHOWN_MAX;
      if (hidden > 0) say(`and ${plural(hidden, 'more refused line')}`);
      const counts = `${grouped(accepted)} stored, ${grouped(refused)} refused`;
      return `${plural(accepted + refused, 'line')}: ${counts}, in ${formatDuration(elapsedMs)}.`;
    },
  };
};

const describeRefusal = ({ linea, codigo = '', error = '', ruta }: AnswerLine): string => {
  const where = ruta === undefined ? codigo : `${codigo} ${ruta}`;
  const why =
    ruta !== undefined && error.startsWith(`${ruta}: `) ? error.slice(ruta.length + 2) : error;
  return printable(`line ${linea}: ${where}: ${why}`);
};
