import type { Io } from '@comanda/command-line';
import { fitTable } from './text.ts';

interface ListOptions<T> {
  columns: Readonly<Record<string, (item: T) => string>>;
  empty: string;
  toJson?: ((item: T) => object) | undefined;
}

export const printList = <T>(io: Io, items: readonly T[], options: ListOptions<T>): void => {
  const { columns, empty, toJson } = options;
  if (toJson !== undefined) {
    for (const item of items) io.out(JSON.stringify(toJson(item)));
  } else if (items.length === 0) {
    io.err(empty);
  } else {
    const rows = items.map((item) => Object.values(columns).map((cell) => cell(item)));
    for (const line of fitTable([Object.keys(columns), ...rows], io.width())) io.out(line);
  }
};

/** Prints the outcome of a command: a sentence, or with `--json` a line for programs. */
export const printOutcome = (
  io: Io,
  json: boolean | undefined,
  record: object,
  sentence: string,
): void => io.out(json ? JSON.stringify(record) : sentence);
