import assert from 'node:assert/strict';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as runner from 'node:test';
import type { Evento } from '../../src/contract/recursos/evento.ts';
import type { Pedido } from '../../src/contract/recursos/pedido.ts';
import { makeFolder } from '../support/machine/folder.ts';
import { comando, samplePedidoEntero } from '../support/samples.ts';
import { bearer, type Service, startService } from '../support/service.ts';
import { inEachLanguage, type Language, runSample } from './run-sample.ts';

/** More than two pages of a hundred, so that reading them takes several requests. */
const ORDERS = 230;
const CHANGES = 150;

const service: Service = await startService(runner);
await service.command(
  comando.guardarRestaurante(),
  ...Array.from({ length: ORDERS }, (_, i) =>
    comando.importar(samplePedidoEntero({ id: `ped_antiguo_${i}`, numero: `20260901-${i}` })),
  ),
);

const prepare = async () => {
  const cwd = makeFolder();
  const { token } = await service.makeLlave({ alcances: ['pedidos.leer'] });
  return { cwd, env: { COMANDA_URL: service.publicUrl, COMANDA_KEY: token } };
};

let imported = 0;
/** An imported order of the past, with an id in the part of the list that a mirror has passed already. */
const importLate = () => {
  imported += 1;
  const numero = `20260801-${imported}`;
  return comando.importar(samplePedidoEntero({ id: `ped_tardio_${imported}`, numero }));
};

/** Creates, changes and imports orders while `run` is running; not without end, or it would never catch up. */
const whileOrdersChange = async <T>(run: () => Promise<T>): Promise<T> => {
  let isRunning = true;
  const changing = (async () => {
    for (let n = 0; isRunning && n < CHANGES; n += 1) {
      const [created] = await service.command(comando.crear(), importLate());
      await service.command(comando.avanzar(created?.pedido_id ?? '', 'confirmado'));
    }
  })();
  try {
    return await run();
  } finally {
    isRunning = false;
    await changing;
  }
};

/** The orders in the service's storage. */
const everyOrder = async (): Promise<Map<string, Pedido>> => {
  const { token } = await service.makeLlave({ alcances: ['pedidos.leer'] });
  const all = new Map<string, Pedido>();
  for (let cursor: string | null = ''; cursor !== null; ) {
    const more: string = cursor === '' ? '' : `&cursor=${cursor}`;
    const response: Response = await fetch(`${service.publicUrl}/api/pedidos?limite=100${more}`, {
      headers: bearer(token),
    });
    const page = (await response.json()) as {
      datos: Pedido[];
      paginacion: { siguiente: string | null };
    };
    for (const pedido of page.datos) all.set(pedido.id, pedido);
    cursor = page.paginacion.siguiente;
  }
  return all;
};

/** The orders that a run of the mirror has copied: from its files, or from the pages that it printed. */
const copyOf = async (
  language: Language,
  cwd: string,
  printed: readonly string[],
): Promise<Map<string, Pedido>> => {
  if (language === 'sh') {
    const rows = printed.flatMap((text) => text.trim().split('\n').filter(Boolean));
    const orders = rows.flatMap((row) =>
      (JSON.parse(row) as { datos: (Pedido | Evento)[] }).datos.map((each) =>
        'datos' in each ? each.datos.pedido : each,
      ),
    );
    return new Map(orders.map((pedido) => [pedido.id, pedido]));
  }
  const folder = join(cwd, 'copia');
  const files = (await readdir(folder)).filter((file) => file.endsWith('.json'));
  const orders = await Promise.all(
    files.map(async (file) => JSON.parse(await readFile(join(folder, file), 'utf8')) as Pedido),
  );
  return new Map(orders.map((pedido) => [pedido.id, pedido]));
};

const check = async (language: Language): Promise<void> => {
  const prepared = await prepare();
  const printed: string[] = [];
  const run = async () => {
    const { code, stdout, stderr } = await runSample('mirror', language, prepared);
    assert.equal(code, 0, stderr || stdout);
    printed.push(stdout);
  };
  await whileOrdersChange(run);
  // Reads the orders that changed after its last page.
  await run();
  assert.deepEqual(await copyOf(language, prepared.cwd, printed), await everyOrder());

  // A second run has only the later changes left to read.
  const made = await service.command(comando.crear(), importLate());
  await run();
  const copy = await copyOf(language, prepared.cwd, printed);
  for (const { pedido_id } of made) assert.ok(copy.has(pedido_id ?? ''));
  assert.doesNotMatch(printed.at(-1) ?? '', /ped_antiguo/);

  // The sample must not mistake the refusal of an unknown position for the end.
  const place = language === 'sh' ? 'position' : 'copia/position';
  await writeFile(join(prepared.cwd, place), `evt_${'0'.repeat(26)}`);
  const refused = await runSample('mirror', language, prepared);
  assert.notEqual(refused.code, 0);
  assert.match(refused.stdout + refused.stderr, /parametro_invalido/);
};

// One language after the other: each compares its result with a service that must not change meanwhile.
inEachLanguage('mirror', check);
