import assert from 'node:assert/strict';
import fc from 'fast-check';
import { FECHAS } from '../../../src/contract/dinero/fechas.ts';
import { AGRUPACIONES, type Caja } from '../../../src/contract/recursos/caja.ts';
import { ESTADOS, type Pedido } from '../../../src/contract/recursos/pedido.ts';
import type { Resumen } from '../../../src/contract/recursos/resumen.ts';
import { DAY_MS } from '../../../src/domain/time.ts';
import type { Store } from '../../../src/storage/port/store.ts';
import { readCsv } from '../../http/api/exportacion/files.ts';
import { comando, sampleRestaurante } from '../../support/samples.ts';
import { bearer, makeKeyOperator } from '../../support/service.ts';
import { CHANGE_MS, steps, toComando, ZONES } from '../../support/values/money-lives.ts';
import { slowCaja } from '../../support/values/money-oracle.ts';
import { forEveryAsync } from '../../support/values/properties.ts';

/** Carries commands out, whatever the answer to each: a life also asks for what is refused. */
export type Writer = (comandos: readonly object[]) => Promise<unknown>;

interface Running {
  /** They write at the same time. */
  writers: readonly Writer[];
  /** The addresses of all processes. */
  urls: readonly string[];
  /** The test's own handle on the database. */
  store: Store;
}

const LIVES = 4;
const QUESTIONS = 12;
const SOLD = ESTADOS.filter((estado) => estado !== 'cancelado').join();

interface Asked {
  from: number;
  days: number;
  hour: string;
  corte: string;
  fecha: Caja['fecha'];
  agrupar: string | null;
}

const question: fc.Arbitrary<Asked> = fc.record({
  from: fc.integer({ min: -40, max: 3 }),
  days: fc.integer({ min: 1, max: 60 }),
  hour: fc.constantFrom('', '', 'T03:00', 'T20:15'),
  corte: fc.constantFrom('00:00', '05:00', '00:45'),
  fecha: fc.constantFrom(...FECHAS),
  agrupar: fc.constantFrom(null, ...AGRUPACIONES),
});

/** Every figure of caja, summary and exports equals what a slow oracle makes of the exported orders, to the cent. */
export const checkLives = async ({ writers, urls, store }: Running): Promise<void> => {
  const { makeLlave } = makeKeyOperator(store);
  let lives = 0;
  await forEveryAsync(
    LIVES,
    fc.tuple(
      fc.array(steps, { minLength: 20, maxLength: 90 }),
      fc.array(question, { minLength: QUESTIONS, maxLength: QUESTIONS }),
      fc.constantFrom(...ZONES),
    ),
    async ([life, questions, zona_horaria]) => {
      lives += 1;
      const id = `rest_vida_${lives}`;
      const restaurante = sampleRestaurante({ id, slug: `vida-${lives}`, zona_horaria });
      await store.cuentas.save(restaurante, { ingesta: true });
      const comandos = [
        comando.guardarRestaurante(restaurante),
        ...life.map((step) => toComando(step, id, `ped_${lives}_`)),
      ];
      await Promise.all(
        writers.map((write, turn) => write(comandos.filter((_, i) => i % writers.length === turn))),
      );
      const { token } = await makeLlave({ restauranteId: id });
      const read = makeReader(urls, token);
      const lines = (await read('/exportacion/pedidos')).split('\n').filter(Boolean);
      const pedidos = lines.map((line) => JSON.parse(line) as Pedido);
      for (const asked of questions) await checkCaja(read, pedidos, asked);
      await checkDays(read, pedidos, questions[0]?.from ?? 0);
    },
  );
};

type Read = (path: string) => Promise<string>;

/** Asks the processes in turn. */
const makeReader = (urls: readonly string[], token: string): Read => {
  let turn = 0;
  return async (path) => {
    turn += 1;
    const url = `${urls[turn % urls.length]}/api${path}`;
    const response = await fetch(url, { headers: bearer(token) });
    const text = await response.text();
    assert.equal(response.status, 200, `${path}: ${text.slice(0, 500)}`);
    return text;
  };
};

const dayAt = (n: number): string => new Date(CHANGE_MS + n * DAY_MS).toISOString().slice(0, 10);

const checkCaja = async (
  read: Read,
  pedidos: readonly Pedido[],
  { from, days, hour, corte, fecha, agrupar }: Asked,
): Promise<void> => {
  const time = fecha === 'factura' ? '' : hour;
  const query = new URLSearchParams({
    desde: `${dayAt(from)}${time}`,
    hasta: `${dayAt(from + days)}${time}`,
    fecha,
    corte,
    ...(agrupar !== null && { agrupar }),
  });
  const caja = JSON.parse(await read(`/caja?${query}`)) as Caja;
  for (const { desde, hasta, ventas, cobros, cuadre } of [caja, ...(caja.grupos ?? [])]) {
    const span = { startMs: Date.parse(desde), endMs: Date.parse(hasta), fecha };
    assert.deepEqual({ ventas, cobros, cuadre }, slowCaja(pedidos, span), `${query} ${desde}`);
  }
};

const centsBy = (rows: readonly Record<string, string>[], key: string, cents: string) =>
  Object.fromEntries(
    [...Map.groupBy(rows, (row) => row[key] ?? '')]
      .map(([name, all]) => [name, all.reduce((sum, row) => sum + Number(row[cents]), 0)] as const)
      .filter(([, sum]) => sum !== 0),
  );

/** Whole local days: the caja's sales are those of the summary, its VAT that of the file, by either date. */
const checkDays = async (read: Read, pedidos: readonly Pedido[], from: number): Promise<void> => {
  const range = `desde=${dayAt(from)}&hasta=${dayAt(from + 30)}`;
  const caja = JSON.parse(await read(`/caja?${range}`)) as Caja;
  const { kpis, mix_tipo } = JSON.parse(await read(`/resumen?${range}`)) as Resumen;
  const { ventas } = caja;
  assert.equal(kpis.ventas_cents, ventas.total_cents, range);
  assert.equal(kpis.pedidos_total, ventas.pedidos, range);
  assert.equal(kpis.pedidos_cancelados, ventas.cancelados, range);
  const types = Object.fromEntries(ventas.por_tipo.map(({ tipo, pedidos: n }) => [tipo, n]));
  assert.deepEqual(mix_tipo, { reparto: 0, recogida: 0, mesa: 0, ...types }, range);
  for (const fecha of FECHAS) {
    const { ventas: dated } = JSON.parse(await read(`/caja?${range}&fecha=${fecha}`)) as Caja;
    const file = await read(`/exportacion/iva?formato=csv&${range}&fecha=${fecha}&estado=${SOLD}`);
    const rows = readCsv(file);
    for (const cents of ['base_cents', 'iva_cents'] as const) {
      const expected = dated.por_iva.map((each) => [String(each.tipo_porcentaje), each[cents]]);
      assert.deepEqual(
        centsBy(rows, 'tipo_porcentaje', cents),
        Object.fromEntries(expected.filter(([, sum]) => sum !== 0)),
        `${range} ${fecha} ${cents}`,
      );
    }
  }
  const [startMs, endMs] = [Date.parse(caja.desde), Date.parse(caja.hasta)];
  const paid = pedidos
    .flatMap(({ pago }) => pago.pagos)
    .filter(({ momento }) => Date.parse(momento) >= startMs && Date.parse(momento) < endMs)
    .map(({ estado, importe_cents }) => ({ estado, importe_cents: String(importe_cents) }));
  const file = await read(`/exportacion/pagos?formato=csv&${range}&fecha=pago`);
  assert.deepEqual(
    centsBy(readCsv(file), 'estado', 'importe_cents'),
    centsBy(paid, 'estado', 'importe_cents'),
    range,
  );
};
