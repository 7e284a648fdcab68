import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { describe, test } from 'node:test';
import { COLUMNAS } from '../../../../src/contract/columnas.ts';
import { convert } from '../../../../src/exportacion/convert.ts';
import { samplePedidoEntero } from '../../../support/samples.ts';
import { until } from '../../../support/until.ts';

const CSV = {
  tabla: 'pedidos',
  columns: COLUMNAS.pedidos,
  formato: 'csv',
  timeZone: 'Europe/Madrid',
} as const;
/** Together more than the thread may have: a group of rows is held until it is full. */
const LONG = 1_000_000;
const LONG_ORDERS = 600;

const countThreads = (): number => readdirSync('/proc/self/task').length;

describe('the thread of an export', () => {
  test('that fails ends its export and nothing else', async () => {
    const threads = countThreads();
    const slices = [Buffer.from('{"id":\n')];
    await assert.rejects(Array.fromAsync(convert(from(slices), CSV)), { name: 'SyntaxError' });
    await until(() => countThreads() <= threads);
  });

  test('that runs out of memory does so too', async () => {
    const threads = countThreads();
    const slices = Array.from({ length: LONG_ORDERS }, (_, i) => {
      const pedido = samplePedidoEntero({ id: `ped_${i}`, instrucciones: `${i}ñ🧅`.padEnd(LONG) });
      return Buffer.from(`${JSON.stringify(pedido)}\n`);
    });
    const file = convert(from(slices), { ...CSV, formato: 'parquet' });
    await assert.rejects(Array.fromAsync(file), { code: 'ERR_WORKER_OUT_OF_MEMORY' });
    await until(() => countThreads() <= threads);
  });
});

async function* from(slices: Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* slices;
}
