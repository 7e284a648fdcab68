import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, test } from 'node:test';
import { writeColumns } from '../../scripts/export-columns.ts';

const GUIDES = { es: 'es/exportacion.md', en: 'en/export.md' } as const;

for (const lang of ['es', 'en'] as const) {
  describe(`the columns in ${GUIDES[lang]}`, async () => {
    const url = new URL(`../../docs/guides/${GUIDES[lang]}`, import.meta.url);
    const guide = await readFile(url, 'utf8');

    test('are those of the contract: otherwise, npm run openapi', () => {
      assert.ok(writeColumns(guide, lang) === guide, 'run `npm run openapi`');
    });

    test('are written anew where a row is missing or wrong', () => {
      const rows = guide.split('\n').filter((line) => line.startsWith('| `momento`'));
      assert.equal(rows.length, 1);
      const [row = ''] = rows;
      assert.equal(writeColumns(guide.replace(`${row}\n`, ''), lang), guide);
      assert.equal(writeColumns(guide.replace(row, '| `nadie` |'), lang), guide);
    });
  });
}
