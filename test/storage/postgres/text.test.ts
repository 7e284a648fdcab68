import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Pedido } from '../../../src/contract/recursos/pedido.ts';
import { bigintArray, textArray } from '../../../src/storage/engines/postgres/driver/arrays.ts';
import { connectionConfig } from '../../../src/storage/engines/postgres/driver/connection.ts';
import { createMigratedDatabase } from '../../support/postgres/databases.ts';
import { withClient } from '../../support/postgres/query.ts';
import { openSampleStore } from '../../support/postgres/store.ts';
import {
  comando,
  NOW,
  RESTAURANTE_ID,
  sampleCarta,
  samplePedidoEntero,
  sampleRestaurante,
} from '../../support/samples.ts';
import { forEveryAsync } from '../../support/values/properties.ts';
import { accept, auditEntry, json, makeSetClock, text } from '../conformance/harness.ts';

/** Characters that are special in SQL, arrays, LIKE, COPY, psql or format strings. */
const HOSTILE =
  `'; DROP TABLE pedidos; --" \\'\\" {},NULL,"" %s %I $1 $$ $tag$ \\x00 \\N \\. E'\\n' ` +
  '/* */ \u202e ñ 🍕 \u{10FFFF} \u0001\t\r\n';

/** Replaces every text of an object with HOSTILE. */
const replaceTexts = <T>(value: T, keep: ReadonlySet<string>): T => {
  if (typeof value === 'string') return HOSTILE as T;
  if (Array.isArray(value)) return value.map((each) => replaceTexts(each, keep)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [
      key,
      keep.has(key) ? each : replaceTexts(each, keep),
    ]),
  ) as T;
};

/** Fields that are not free text: ids, states, times. */
const TYPED = new Set(
  (
    'id numero tipo estado fuente creado_en aceptado_en entregado_en programado_para producto_id ' +
    'restaurante momento factura_fecha zona_id zona_horaria'
  ).split(' '),
);

const entry = { momento: NOW, accion: 'creado', origen: 'sistema' } as const;

test('text with special characters is stored and read back unchanged', async () => {
  await using database = await createMigratedDatabase();
  await using store = await openSampleStore(database.url, makeSetClock());
  const perfil = replaceTexts(sampleRestaurante(), TYPED);
  await store.cuentas.save(perfil, { ingesta: true });
  assert.equal(
    text((await store.cuentas.find(RESTAURANTE_ID))?.perfil ?? null),
    JSON.stringify(perfil),
  );

  const pedido = replaceTexts(samplePedidoEntero({ creado_en: NOW }), TYPED);
  const extra = { usuario: HOSTILE, detalle: { [HOSTILE]: HOSTILE } };
  const [id = ''] = await accept(store, [
    comando.importar(pedido, [{ ...entry, ...extra }], { clave: HOSTILE }),
  ]);
  const stored = json<Pedido>((await store.pedidos.get(RESTAURANTE_ID, id))?.body);
  assert.deepEqual(stored, pedido);
  const [entrada] = (await store.pedidos.history(RESTAURANTE_ID, id)) ?? [];
  assert.deepEqual(json(entrada ?? null), { ...entry, ...extra });
  const [again] = await store.log.commit(RESTAURANTE_ID, [
    comando.crear(undefined, { ...extra, clave: HOSTILE }),
  ]);
  assert.ok(again?.ok && again.pedidoId === id, 'the clave is known');
  const summary = await store.pedidos.summary(RESTAURANTE_ID, '2026-11-15', '2026-11-15');
  assert.equal(summary.productos[0]?.nombre, HOSTILE);

  const carta = JSON.stringify(replaceTexts(sampleCarta(), TYPED));
  await store.cuentas.saveDocuments(RESTAURANTE_ID, [{ kind: 'carta', json: carta }]);
  assert.equal(text(await store.cuentas.document(RESTAURANTE_ID, 'carta')), carta);
  const audit = auditEntry({
    actor: HOSTILE,
    accion: HOSTILE,
    objeto: HOSTILE,
    detalle: { a: HOSTILE },
  });
  await store.cuentas.setActive(RESTAURANTE_ID, true, audit);
  assert.deepEqual(await store.auditoria.list(RESTAURANTE_ID, 1), [{ ...audit, id: 1 }]);
});

test('NUL and lone surrogates, which JSON escapes and no text column can hold, are read back byte by byte', async () => {
  await using database = await createMigratedDatabase();
  await using store = await openSampleStore(database.url);
  const detalle = { nul: 'a\u0000b', half: '\ud83c', other: '\udf55', pair: '\ud83c\udf55' };
  const [id = ''] = await accept(store, [comando.crear(undefined, { detalle })]);
  await accept(store, [comando.avanzar(id, 'confirmado', { detalle })]);
  for (const entrada of (await store.pedidos.history(RESTAURANTE_ID, id)) ?? []) {
    const bytes = text(entrada) ?? '';
    assert.ok(bytes.includes('"nul":"a\\u0000b","half":"\\ud83c","other":"\\udf55","pair":"🍕"'));
    assert.deepEqual(json<{ detalle: unknown }>(entrada).detalle, detalle);
  }
});

test('binary arrays reach the server with the values that were sent', async () => {
  await using database = await createMigratedDatabase();
  const printable = fc.string({ unit: 'grapheme' }).filter((each) => !each.includes('\0'));
  const row = fc.tuple(fc.option(printable), fc.option(fc.maxSafeInteger()));
  await withClient(connectionConfig(database.url), (client) =>
    forEveryAsync(100, fc.array(row, { maxLength: 50 }), async (rows) => {
      const { rows: found } = await client.query({
        name: 'arrays',
        text: 'SELECT * FROM unnest($1::text[], $2::bigint[]) AS u (t, b)',
        values: [textArray(rows.map(([t]) => t)), bigintArray(rows.map(([, b]) => b))],
      });
      assert.deepEqual(
        found,
        rows.map(([t, b]) => ({ t, b })),
      );
    }),
  );
});
