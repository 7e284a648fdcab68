import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import {
  closeSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
  symlinkSync,
  watch,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, describe, type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { startApi } from '../../http/api/start-api.ts';
import { seedSampleRestaurant } from '../../http/api/world.ts';
import { comando, samplePedido } from '../../support/samples.ts';
import { until } from '../../support/until.ts';
import { readExport } from '../read-export.ts';
import { cutEvery } from './cut-connection.ts';
import { installIntegrator } from './integrator.ts';

const exec = promisify(execFile);
/** Less than the exports of the tests. */
const BLOCKS = 16;
const { service, carryOut } = await startApi({ after });
await seedSampleRestaurant(service);
await carryOut(
  ...Array.from({ length: 200 }, (_, i) =>
    comando.crear(samplePedido({ instrucciones: `${i} ${'x'.repeat(600)}` })),
  ),
);
const reference = async (path: string): Promise<string> => {
  const { token } = await service.makeLlave();
  return String(await readExport({ url: service.publicUrl, key: token }, path));
};
const pedidos = await reference('pedidos?formato=ndjson');

/** Gives each test a key of its own: all of them together would wait for the rate limit. */
const install = async (t: TestContext, url = service.publicUrl) => {
  const { token } = await service.makeLlave();
  const comanda = installIntegrator(t, { url, token });
  const folder = join(comanda.folder, 'out');
  mkdirSync(folder);
  return { ...comanda, folder, file: join(folder, 'x.ndjson') };
};

/** An export that was killed with some bytes kept; from then on the connection to the service is sound. */
const installKilled = async (t: TestContext) => {
  const { url, cuts } = await cutEvery(t, service.publicUrl, 60_000);
  const comanda = await install(t, url);
  const args = ['export', 'pedidos', '-o', comanda.file];
  const first = comanda.start(args);
  await until(() => existsSync(`${comanda.file}.part.json`));
  first.kill('SIGKILL');
  await first.result;
  cuts.isOn = false;
  return { ...comanda, args };
};

/** Whether a non-blocking pipe has a byte, which it takes. */
const hasBytes = (pipe: number): boolean => {
  try {
    return readSync(pipe, Buffer.alloc(1)) > 0;
  } catch {
    return false;
  }
};

describe('a file that is there', () => {
  test('a named pipe is written to and stays', async (t) => {
    const { run, folder } = await install(t);
    const pipe = join(folder, 'pipe');
    await exec('mkfifo', [pipe]);
    const reader = spawn('cat', [pipe], { stdio: ['ignore', 'pipe', 'ignore'] });
    t.after(() => reader.kill('SIGKILL'));
    const read = text(reader.stdout);
    const { code, stderr } = await run(['export', 'pedidos', '-o', pipe]);
    assert.equal(code, 0, stderr);
    assert.ok(lstatSync(pipe).isFIFO());
    assert.deepEqual(readdirSync(folder), ['pipe']);
    assert.equal(await read, pedidos);
  });

  test('Ctrl-C ends an export into a pipe that nobody empties', async (t) => {
    const { start, folder } = await install(t);
    const pipe = join(folder, 'pipe');
    await exec('mkfifo', [pipe]);
    const reader = openSync(pipe, constants.O_RDONLY | constants.O_NONBLOCK);
    const running = start(['export', 'pedidos', '-o', pipe]);
    t.after(() => closeSync(reader));
    let isOver = false;
    running.result.then(() => {
      isOver = true;
    });
    await until(() => hasBytes(reader) || isOver);
    running.kill('SIGINT');
    assert.equal((await running.result).signal, 'SIGINT');
  });

  test('what only its owner may read stays so', async (t) => {
    const { run, file } = await install(t);
    writeFileSync(file, 'old', { mode: 0o600 });
    assert.equal((await run(['export', 'pedidos', '-o', file])).code, 0);
    assert.equal(readFileSync(file, 'utf8'), pedidos);
    assert.equal(statSync(file).mode & 0o777, 0o600);
  });

  test('a symbolic link stays, and what it leads to is written', async (t) => {
    const { run, folder, file } = await install(t);
    mkdirSync(join(folder, 'deep'));
    const [link, dangling] = [join(folder, 'deep', 'link'), join(folder, 'dangling')];
    writeFileSync(file, 'old');
    symlinkSync('../x.ndjson', link);
    symlinkSync('deep/new.ndjson', dangling);
    for (const each of [link, dangling]) {
      const { code, stderr } = await run(['export', 'pedidos', '-o', each]);
      assert.equal(code, 0, stderr);
      assert.ok(lstatSync(each).isSymbolicLink());
    }
    assert.equal(readFileSync(file, 'utf8'), pedidos);
    assert.equal(readFileSync(join(folder, 'deep', 'new.ndjson'), 'utf8'), pedidos);
    assert.deepEqual(readdirSync(folder).sort(), ['dangling', 'deep', 'x.ndjson']);
  });
});

describe('its name', () => {
  test('--format wins over any ending; without an ending it is ndjson', async (t) => {
    const { run, folder } = await install(t);
    const named = join(folder, 'x.xls');
    assert.equal((await run(['export', 'iva', '-o', named, '--format', 'csv'])).code, 0);
    assert.equal(readFileSync(named, 'utf8'), await reference('iva?formato=csv'));
    const plain = join(folder, 'x');
    assert.equal((await run(['export', 'pedidos', '-o', plain])).code, 0);
    assert.equal(readFileSync(plain, 'utf8'), pedidos);
  });
});

describe('FILE.part', () => {
  test('belongs to one export at a time, also after one was killed', async (t) => {
    const { url, cuts } = await cutEvery(t, service.publicUrl, 60_000);
    const { run, start, folder, file } = await install(t, url);
    const args = ['export', 'pedidos', '-o', file];
    const first = start(args);
    await until(() => existsSync(`${file}.part.json`));
    first.kill('SIGSTOP');
    cuts.isOn = false;
    const second = await run(args);
    assert.equal(second.code, 4);
    assert.equal(second.stderr, `comanda: another export is writing to ${file}: this one stops\n`);
    first.kill('SIGKILL');
    await first.result;
    const third = await run(args);
    assert.equal(third.code, 0, third.stderr);
    assert.match(third.stderr, /Resuming after/);
    assert.equal(readFileSync(file, 'utf8'), pedidos);
    assert.deepEqual(readdirSync(folder), ['x.ndjson']);
  });

  test('without it, the export begins anew, whatever its note says', async (t) => {
    const { run, args, file } = await installKilled(t);
    rmSync(`${file}.part`);
    const { code, stderr } = await run(args);
    assert.equal(code, 0, stderr);
    assert.doesNotMatch(stderr, /Resuming/);
    assert.equal(readFileSync(file, 'utf8'), pedidos);
  });

  test('is never outlived by its note', async (t) => {
    const { run, args, folder } = await installKilled(t);
    const changed: (string | null)[] = [];
    const watcher = watch(folder, (_, name) => changed.push(name));
    t.after(() => watcher.close());
    assert.equal((await run(args)).code, 0);
    await until(() => changed.includes('x.ndjson'));
    assert.ok(changed.includes('x.ndjson.part.json'));
    assert.ok(
      changed.lastIndexOf('x.ndjson.part.json') < changed.lastIndexOf('x.ndjson.part'),
      changed.join(),
    );
  });

  test('is not continued after another export has written to it', async (t) => {
    const { run, args, file, runWithin } = await installKilled(t);
    assert.equal((await runWithin(BLOCKS, ['export', 'items', '-o', file])).code, 4);
    assert.ok(!existsSync(`${file}.part.json`));
    assert.equal((await run(args)).code, 0);
    assert.equal(readFileSync(file, 'utf8'), pedidos);
  });

  test('a full disk: the command says what it will do next time', async (t) => {
    const { run, args, file, runWithin } = await installKilled(t);
    const kept = await runWithin(BLOCKS, args);
    assert.equal(kept.code, 4);
    assert.match(kept.stderr, /cannot be written: EFBIG/);
    assert.ok(kept.stderr.includes(`The same command resumes from ${file}.part.\n`), kept.stderr);
    assert.match((await run(args)).stderr, /Resuming after/);
    const lost = await runWithin(BLOCKS, args);
    assert.equal(lost.code, 4);
    assert.ok(lost.stderr.includes('The same command starts over.\n'), lost.stderr);
    const { code, stderr } = await run(args);
    assert.equal(code, 0, stderr);
    assert.doesNotMatch(stderr, /Resuming/);
    assert.equal(readFileSync(file, 'utf8'), pedidos);
  });
});
