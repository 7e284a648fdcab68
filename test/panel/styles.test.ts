import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const SOURCES = join(import.meta.dirname, '../../panel/src');

const read = (ending: string): string =>
  readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith(ending))
    .map((path) => readFileSync(join(SOURCES, path), 'utf8'))
    .join('\n');

/** A class that is renamed in the pages alone loses its looks, and nothing else says so. */
test('every class in the style sheets is used by a page', () => {
  const first = readFileSync(join(SOURCES, '../index.html'), 'utf8');
  const pages = first + read('.tsx').replaceAll(/ from '.*'/g, '');
  const texts = [...pages.matchAll(/(['"`])(.*?)\1/g)].flatMap(([, , text = '']) =>
    text.split(/[\s$']/),
  );
  const given = new Set(texts);
  const sheets = read('.css').replaceAll(/\/\*.*?\*\/|@import[^;]*/gs, '');
  const selectors = [...sheets.matchAll(/[^{}]+(?=\{)/g)].join();
  const classes = new Set([...selectors.matchAll(/\.([a-z][\w-]*)/g)].map(([, name = '']) => name));
  const isGiven = (name: string): boolean =>
    given.has(name) || given.has(name.replace(/-\w+$/, '-'));
  assert.ok(classes.size > 100);
  assert.deepEqual(
    [...classes].filter((name) => !isGiven(name)),
    [],
  );
});
