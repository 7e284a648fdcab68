import assert from 'node:assert/strict';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Readable } from 'node:stream';
import { describe, it } from 'node:test';
import { makeImportReport } from '../../src/cli/commands/import/report.ts';
import { wholeLines } from '../../src/cli/commands/import/whole-lines.ts';
import { comando, samplePedido, sampleTotales } from '../support/samples.ts';
import { installComanda, ndjson, said } from './comanda.ts';

describe('import', () => {
  it('loads a file', async (t) => {
    const { run, folder } = installComanda(t);
    const file = join(folder, 'good.ndjson');
    await writeFile(file, ndjson(comando.guardarRestaurante(), comando.crear(), comando.crear()));
    const { code, stdout, stderr } = await run(['import', file]);
    assert.equal(stderr, '');
    assert.match(stdout, /^3 lines: 3 stored, 0 refused, in [\d.]+ s\.\n$/);
    assert.equal(code, 0);
    const listed = await run(['restaurants', 'list']);
    assert.match(listed.stdout, /rest_casa_pepa {2}casa-pepa {2}Casa Pepa .* active {2,}accepted/);
  });

  it('tells which lines of standard input were refused, and why, and stores the others', async (t) => {
    const { run } = installComanda(t);
    const negative = samplePedido({ totales: sampleTotales({ total_cents: -1 }) });
    const input = [
      ndjson(comando.guardarRestaurante()),
      '{oops\n',
      ndjson(comando.crear(negative)),
      ndjson(comando.avanzar('ped_nada', 'listo')),
      // The last line has no newline, but counts.
      ndjson(comando.crear()).trimEnd(),
    ].join('');
    const { code, stdout, stderr } = await run(['import', '-'], { input });
    assert.equal(code, 1);
    assert.match(
      stdout,
      /^5 lines: 2 stored, 3 refused \(1 json_invalido, 1 comando_invalido, 1 no_encontrado\)/,
    );
    const lines = stderr.trimEnd().split('\n');
    assert.equal(lines.length, 3);
    assert.match(lines[0] ?? '', /^line 2: json_invalido: \S/);
    assert.match(
      lines[1] ?? '',
      /^line 3: comando_invalido \/pedido\/totales\/total_cents: [^/]+$/,
    );
    assert.match(lines[2] ?? '', /^line 4: no_encontrado \/pedido_id: \S/);
  });

  it('keeps refused lines for repair, and takes them again with their refusal', async (t) => {
    const { run, folder } = installComanda(t);
    const file = join(folder, 'orders.ndjson');
    const order = samplePedido({ id: 'ped_twice' });
    const negative = samplePedido({ totales: sampleTotales({ total_cents: -1 }) });
    const lines = [
      ndjson(comando.guardarRestaurante(), comando.crear(order)),
      '{oops\n\n',
      ndjson(comando.crear(negative), comando.crear(order)),
      `{"op":"pedido.crear","pedido":"${'x'.repeat(1_100_000)}"}\n[1]`,
    ];
    await writeFile(file, lines.join(''));
    const { code, stdout, stderr } = await run(['import', file, '--json']);
    const refused = `${file}.refused.ndjson`;
    assert.equal(code, 1);
    assert.deepEqual(JSON.parse(stdout), {
      lineas: 7,
      aceptadas: 2,
      rechazadas: 4,
      repetidas: 1,
      codigos: { json_invalido: 1, comando_invalido: 3 },
      archivo_rechazadas: refused,
    });
    assert.match(stderr, /^The refused lines are in .*: edit them, then comanda import /m);
    assert.equal((await stat(refused)).mode & 0o777, 0o600);
    const [text, command, long, list, ...rest] = (await readFile(refused, 'utf8'))
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    assert.deepEqual([text.rechazo.linea, text.rechazo.codigo], [3, 'json_invalido']);
    assert.equal(text.texto, '{oops');
    const { rechazo, ...given } = command;
    assert.equal(rechazo.ruta, '/pedido/totales/total_cents');
    assert.deepEqual(given, JSON.parse(JSON.stringify(comando.crear(negative))));
    assert.deepEqual([long.rechazo.linea, Object.keys(long)], [7, ['rechazo']]);
    assert.deepEqual([list.texto, rest], ['[1]', []]);

    command.pedido.totales = sampleTotales();
    text.texto = JSON.stringify(comando.crear());
    await writeFile(refused, `${JSON.stringify(text)}\n${JSON.stringify(command)}\n`);
    const again = await run(['import', refused]);
    assert.equal(again.stderr, '');
    assert.match(again.stdout, /^2 lines: 2 stored, 0 refused, in/);
  });

  it('does not take an order that is there already for a fault, nor writes over a file of refusals', async (t) => {
    const { run, folder } = installComanda(t);
    const file = join(folder, 'orders.ndjson');
    const refused = `${file}.refused.ndjson`;
    const order = comando.crear(samplePedido({ id: 'ped_twice' }));
    await writeFile(file, ndjson(comando.guardarRestaurante(), order));
    assert.equal((await run(['import', file])).code, 0);
    const { code, stdout } = await run(['import', file]);
    assert.equal(code, 0);
    assert.match(stdout, /^2 lines: 1 stored, 0 refused, 1 there already, in/);
    assert.deepEqual((await readdir(folder)).sort(), ['data', 'orders.ndjson']);

    await writeFile(refused, 'being edited');
    await writeFile(file, 'oops\n');
    assert.equal((await run(['import', file])).code, 1);
    assert.equal(await readFile(`${refused}.old`, 'utf8'), 'being edited');
    assert.match(await readFile(refused, 'utf8'), /"texto":"oops"/);
  });

  it('sends no control sequence to a terminal that knows none', async (t) => {
    const { startInTerminal, folder } = installComanda(t);
    const file = join(folder, 'many.ndjson');
    await writeFile(file, ndjson(comando.guardarRestaurante(), ...comando.crearVarios(2_000)));
    const { code, stdout } = await startInTerminal(['import', file], { TERM: 'dumb' }).result;
    assert.ok(!stdout.includes('\x1b'), stdout);
    assert.equal(code, 0);
  });

  it('says in one line that a file cannot be read', async (t) => {
    const { run, folder } = installComanda(t);
    const [missing, directory] = await Promise.all([
      run(['import', join(folder, 'nope')]),
      run(['import', folder]),
    ]);
    assert.equal(missing.code, 1);
    assert.match(missing.stderr, /^comanda: cannot read ".*nope": no such file or folder\n$/);
    assert.match(directory.stderr, /^comanda: cannot read ".*": it is a folder\n$/);
  });

  it('stops between two lines on a signal, and says how far it got', async (t) => {
    const { start, run } = installComanda(t);
    const loading = start(['import', '-']);
    // The refusal of line 2 shows that line 1 is stored; line 3 never ends.
    loading.child.stdin.write(`${ndjson(comando.guardarRestaurante())}oops\n{"op":"pedido.cre`);
    await said(loading, 'stderr', /^line 2: /m);
    loading.child.kill('SIGINT');
    const { code, stdout, stderr } = await loading.result;
    assert.equal(code, 130);
    assert.match(stdout, /^2 lines: 1 stored, 1 refused/);
    assert.match(stderr, /^Stopped after line 2 of standard input\.$/m);
    assert.match((await run(['restaurants', 'list'])).stdout, /rest_casa_pepa/);
  });

  it('stops where the database takes no more, and says why', async (t) => {
    const { start, folder } = installComanda(t);
    const loading = start(['import', '-']);
    loading.child.stdin.write(`${ndjson(comando.guardarRestaurante())}oops\n`);
    await said(loading, 'stderr', /^line 2: /m);
    const other = new DatabaseSync(join(folder, 'data', 'comanda.db'));
    other.exec('BEGIN IMMEDIATE');
    loading.child.stdin.write(ndjson(comando.crear()));
    await said(loading, 'stderr', /^line 3: no_disponible: /m);
    other.close();
    // The command waits for more: its input is open.
    const { code, stdout, stderr } = await loading.result;
    assert.equal(code, 1);
    assert.match(stdout, /^3 lines: 1 stored, 2 refused/);
    assert.match(
      stderr,
      /^Stopped at line 3 of standard input: the database is locked by another program\.$/m,
    );
  });
});

it('an aborted source ends with a whole line, and with all bytes otherwise', async () => {
  const pieces = ['{"a":1}\n{"b"', ':2', '}\n{"c":', '3}'];
  const read = async (abortAfter: number) => {
    const controller = new AbortController();
    const stream = Readable.from(pieces.map((piece) => Buffer.from(piece)));
    const { chunks } = wholeLines(stream, controller.signal);
    let text = '';
    let count = 0;
    for await (const chunk of chunks) {
      text += Buffer.from(chunk).toString();
      count += 1;
      if (count === abortAfter) controller.abort();
    }
    return text;
  };
  assert.equal(await read(-1), pieces.join(''));
  assert.equal(await read(1), '{"a":1}\n');
});

it('shows a few refusals and counts the rest', () => {
  const lines: string[] = [];
  const report = makeImportReport({ say: (line) => lines.push(line) });
  for (let linea = 1; linea <= 25; linea += 1) {
    report.take(`{"linea":${linea},"ok":false,"codigo":"no_encontrado","error":"\\u001b[2J no"}\n`);
  }
  report.take('{"linea":26,"ok":true}\n{"linea":27,"ok":true}\n');
  assert.equal(
    report.finish(1_234),
    '27 lines: 2 stored, 25 refused (25 no_encontrado), in 1.2 s.',
  );
  assert.equal(lines.length, 21);
  assert.equal(lines[0], 'line 1: no_encontrado: \u{fffd}[2J no', 'nothing that moves a cursor');
  assert.equal(lines.at(-1), 'and 5 more refused lines');
  assert.equal(report.lastLine(), 27);
});
