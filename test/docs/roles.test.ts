import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { mayRol, RIGHTS, type Right, ROLES } from '../../src/contract/roles.ts';

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

const table = [
  row(['', ...ROLES.map((rol) => `\`${rol}\``)]),
  `|${'---|'.repeat(ROLES.length + 1)}`,
  ...(Object.keys(RIGHTS) as Right[]).map((right) =>
    row([RIGHTS[right].en, ...ROLES.map((rol) => (mayRol(rol, right) ? 'yes' : ''))]),
  ),
].join('\n');

test('the table of roles is the one that the service checks', () => {
  const page = readFileSync('docs/panel.md', 'utf8');
  const [, shown] = /<!-- roles:[^\n]*-->\n(.*)\n<!-- \/roles -->/s.exec(page) ?? [];
  assert.equal(shown, table);
});
