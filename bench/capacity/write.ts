import { writeFileSync } from 'node:fs';
import type { Costs } from '../../src/capacity/costs.ts';
import { fillGuides } from './guides.ts';

const FILE = new URL('../../src/capacity/measured.ts', import.meta.url);

/** Ships the costs with the program, as Biome formats them, and brings the guides up to date. */
export const writeCosts = (costs: Costs): void => {
  writeFileSync(FILE, costsModule(costs));
  fillGuides(costs);
};

const costsModule = (costs: Costs): string =>
  [
    '// Written by `npm run bench -- capacity`.',
    '',
    "import type { Costs } from './costs.ts';",
    '',
    `export const MEASURED: Costs = ${literal(costs, '')};`,
    '',
  ].join('\n');

const LINE_CHARS_MAX = 100;

const literal = (value: unknown, indent: string): string => {
  if (typeof value === 'number') return String(Math.round(value * 10) / 10);
  if (typeof value !== 'object' || value === null) return `'${value}'`;
  const inner = `${indent}  `;
  const fields = Object.entries(value).map(([name, own]) => `${name}: ${literal(own, inner)}`);
  const line = `{ ${fields.join(', ')} }`;
  const isFlat = Object.values(value).every((own) => typeof own === 'number');
  return isFlat && indent.length + line.length + 20 < LINE_CHARS_MAX
    ? line
    : `{\n${fields.map((field) => `${inner}${field},\n`).join('')}${indent}}`;
};
