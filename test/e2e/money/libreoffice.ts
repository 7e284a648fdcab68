import { execFile, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { makeFolder } from '../../support/machine/folder.ts';

const run = promisify(execFile);

/** Semicolons, UTF-8, Spanish of Spain, and numbers and dates recognised: as a Spanish Excel opens it with a double click. */
const SPANISH_CSV = 'Text - txt - csv (StarCalc):59,34,76,1,,3082,false,true';

export const hasLibreOffice = (): boolean => spawnSync('soffice', ['--version']).status === 0;

export interface Cell {
  /** As LibreOffice has it: `float`, `currency`, `date`, `string`, … */
  type: string;
  value: string;
}

/** Opens a file in LibreOffice, which then says what each cell of each sheet is. */
export const openInLibreOffice = async (
  file: Uint8Array,
  extension: 'xlsx' | 'csv',
): Promise<Map<string, (Cell | null)[][]>> => {
  const folder = makeFolder();
  const path = join(folder, `libro.${extension}`);
  writeFileSync(path, file);
  await run('soffice', [
    `-env:UserInstallation=${pathToFileURL(join(folder, 'profile')).href}`,
    '--headless',
    ...(extension === 'csv' ? [`--infilter=${SPANISH_CSV}`] : []),
    ...['--convert-to', 'fods', '--outdir', folder, path],
  ]);
  return readSheets(readFileSync(join(folder, 'libro.fods'), 'utf8'));
};

/** An empty rest of a row repeats thousands of times. */
const COLUMNS_MAX = 100;

const attribute = (attributes: string, name: string): string | undefined =>
  new RegExp(`${name}="([^"]*)"`).exec(attributes)?.[1];

/** Of flat ODS. Cells that repeat to the end of a row or sheet are empty ones. */
const readSheets = (xml: string): Map<string, (Cell | null)[][]> =>
  new Map(
    [...xml.matchAll(/<table:table table:name="([^"]*)"(.*?)<\/table:table>/gs)].map(
      ([, name = '', table = '']) => [
        name,
        [...table.matchAll(/<table:table-row\b[^>]*>(.*?)<\/table:table-row>/gs)].map(
          ([, row = '']) => readCells(row),
        ),
      ],
    ),
  );

const readCells = (row: string): (Cell | null)[] =>
  [...row.matchAll(/<table:table-cell\b([^>]*?)(?:\/>|>(.*?)<\/table:table-cell>)/gs)].flatMap(
    ([, attributes = '', content = '']) => {
      const type = attribute(attributes, 'office:value-type');
      const times = Number(attribute(attributes, 'table:number-columns-repeated') ?? 1);
      if (type === undefined) return new Array(Math.min(times, COLUMNS_MAX)).fill(null);
      const value =
        attribute(attributes, 'office:value') ??
        attribute(attributes, 'office:date-value') ??
        content.replaceAll(/<[^>]*>/g, '').trim();
      return Array.from({ length: times }, () => ({ type, value }));
    },
  );
