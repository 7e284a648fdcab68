import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { runCli } from '../../src/cli/cli.ts';
import { captureIo } from '../cli/captured-io.ts';

const run = async (line: string) => {
  const { said, io } = captureIo();
  const code = await runCli(['capacity', ...line.split(' ')], io, {});
  return { code, ...said };
};

test('capacity answers in words and in JSON', async () => {
  const line = '--restaurants 1000 --orders-per-day 300 --streams 1 --webhooks 2 --readers 1';
  const words = await run(line);
  assert.equal(words.code, 0, words.err);
  assert.match(words.out, /^1,000 restaurants, each with 300 orders a day, 1 stream, 2 webhooks/);
  for (const each of ['Database', 'Processes', 'Cores', 'Memory', 'Disk', 'One more restaurant']) {
    assert.match(words.out, new RegExp(`^${each} +\\S`, 'm'));
  }
  assert.match(words.out, /measured on \d{4}-\d\d-\d\d/);
  const {
    load,
    plan,
    peak_per_second: peak,
    workers,
  } = JSON.parse((await run(`${line} --json`)).out);
  assert.equal(load.webhooks, 2);
  assert.equal(peak.commands, 166.67);
  assert.ok(plan.machine.cores >= 2 && plan.machine.memory_gib >= 1 && plan.monthly_usd > 0);
  assert.equal(workers.length, 5);
});

test('capacity refuses numbers that make no sense', async () => {
  for (const [line, complaint] of [
    ['--restaurants 0', /--restaurants must be a whole number from 1 to/],
    ['--restaurants 1.5', /--restaurants must be a whole number/],
    ['--restaurants ten', /--restaurants must be a whole number/],
    ['--orders-per-day 40', /required option '--restaurants <N>' not specified/],
    ['--restaurants 5 --orders-per-day -1', /--orders-per-day/],
    ['--restaurants 5 --webhooks 21', /--webhooks must be a number from 0 to 20/],
    ['--restaurants 5 --engine mysql', /--engine must be one of sqlite, postgres/],
    ['--restaurants 5 --workers 65', /--workers must be a whole number from 1 to 64/],
    ['--restaurants 5 --engine sqlite --workers 2', /--workers needs PostgreSQL/],
  ] as const) {
    const { code, out, err } = await run(line);
    assert.equal(code, 2, line);
    assert.equal(out, '');
    assert.match(err, complaint);
  }
});

for (const guide of ['capacity.md', 'capacidad.md']) {
  test(`${guide} has the table that the command gives`, async () => {
    const url = new URL(`../../docs/guides/${guide}`, import.meta.url);
    const [, table = ''] = readFileSync(url, 'utf8').split(/<!-- \/?table -->/);
    const rows = [...table.matchAll(/^\| ([\d.,]+) \| (.+) \|$/gm)];
    assert.deepEqual(
      rows.map(([, restaurants]) => restaurants?.replaceAll(/[.,]/g, '')),
      ['10', '100', '1000', '10000'],
    );
    for (const [, restaurants = '', cells = ''] of rows) {
      const number = restaurants.replaceAll(/[.,]/g, '');
      const { plan } = JSON.parse((await run(`--restaurants ${number} --json`)).out);
      const [database, processes, cores, memory, disk, usd] = cells.split(' | ');
      assert.equal(
        database,
        { sqlite: 'SQLite', postgresql: 'PostgreSQL', citus: 'Citus' }[plan.database as 'sqlite'],
      );
      const { machine } = plan;
      assert.deepEqual(
        [processes, cores, memory, disk?.replaceAll(/[.,]/g, ''), usd?.replaceAll(/[.,]/g, '')].map(
          Number,
        ),
        [
          plan.processes,
          machine.cores,
          machine.memory_gib,
          machine.disk_gib,
          Math.round(plan.monthly_usd),
        ],
      );
    }
  });
}
