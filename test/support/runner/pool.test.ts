import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { makeFolder } from '../machine/folder.ts';
import { runInPool } from './pool.ts';
import type { FileResult } from './run-file.ts';

const FILES = {
  good: `after(() => { globalThis.before = 'over'; }); test('a', () => {}); test('b', () => {});`,
  next: `test('the hooks of the file before have run', () => { assert.equal(globalThis.before, 'over'); });`,
  bad: `describe('suite', () => { test('c', () => { assert.equal(1, 2); }); test('d', () => {}); });`,
  load: `throw new Error('cannot be loaded');`,
  hook: `after(() => { throw new Error('cannot be cleaned up'); }); test('e', () => {});`,
  late: `test('f', () => { setTimeout(() => Promise.reject(new Error('too late')), 10); });`,
  exits: `test('g', () => process.exit(0));`,
  last: `test('h', () => {});`,
};

const HEAD = `import assert from 'node:assert/strict'; import { after, describe, test } from 'node:test';\n`;

const write = async (folder: string, name: string, text: string): Promise<string> => {
  const path = join(folder, `${name}.mjs`);
  await writeFile(path, HEAD + text);
  return path;
};

test('a worker tells what each file came to, and survives or is replaced', async () => {
  const folder = makeFolder();
  const files = Object.entries(FILES).map(([name, text]) => write(folder, name, text));
  const results: (Omit<FileResult, 'report' | 'processorMs'> & { name: string })[] = [];
  const reports: Record<string, string> = {};
  await runInPool({
    files: await Promise.all(files),
    workers: 1,
    onResult(file, { report, processorMs: _, ...counts }) {
      const name = file.slice(folder.length + 1, -'.mjs'.length);
      results.push({ name, ...counts });
      reports[name] = report;
    },
  });
  const expect = (name: keyof typeof FILES, passed: number, failed: number) => ({
    name,
    passed,
    failed,
  });
  assert.deepEqual(results, [
    expect('good', 2, 0),
    expect('next', 1, 0),
    expect('bad', 1, 1),
    expect('load', 0, 1),
    expect('hook', 1, 1),
    expect('late', 1, 1),
    expect('exits', 0, 1),
    expect('last', 1, 0),
  ]);
  assert.match(reports['bad'] ?? '', /1 !== 2/);
  assert.match(reports['load'] ?? '', /cannot be loaded/);
  assert.match(reports['hook'] ?? '', /cannot be cleaned up/);
  assert.match(reports['late'] ?? '', /too late/);
  assert.match(reports['exits'] ?? '', /ended \(0\) in the middle/);
  assert.equal(reports['last'], '');
});

test('a file that leaves something open fails', async () => {
  const open = await write(
    makeFolder(),
    'open',
    `test('i', () => { setInterval(() => {}, 1_000); });`,
  );
  await runInPool({
    files: [open],
    workers: 1,
    fileTimeoutMs: 2_000,
    onResult(_, { failed, report }) {
      assert.equal(failed, 1);
      assert.match(report, /not over after 2000 ms/);
    },
  });
});
