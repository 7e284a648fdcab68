import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { COLUMNAS } from '../../../../src/contract/columnas.ts';
import { type Column, FORMATOS, TABLAS, type Tabla } from '../../../../src/contract/exportacion.ts';
import type { Evento } from '../../../../src/contract/recursos/evento.ts';
import type { Pedido } from '../../../../src/contract/recursos/pedido.ts';
import { HOUR_MS } from '../../../../src/domain/time.ts';
import { describeOnEngines } from '../../../support/engines.ts';
import { comando, samplePedidoEntero } from '../../../support/samples.ts';
import { bearer } from '../../../support/service.ts';
import { startApi } from '../start-api.ts';
import { readCsv, readInstants, readParquet, readPart, readSheet } from './files.ts';

/** More than two slices. */
const PEDIDOS = 230;
const NASTY =
  '=HYPERLINK("http://x.example";"ver"), <coma> & "comillas"\r\ny otra línea 🧅 _x0041_x0042_';

const pedidos: Pedido[] = Array.from({ length: PEDIDOS }, (_, i) =>
  samplePedidoEntero({
    id: `ped_${String(i).padStart(4, '0')}`,
    numero: `20261101-${i + 1}`,
    creado_en: new Date(Date.UTC(2026, 10, 1) + i * HOUR_MS).toISOString(),
    estado: i % 3 === 0 ? 'cancelado' : 'entregado',
    instrucciones: i === 0 ? NASTY : null,
  }),
);

type Change = Pick<Evento, 'creado_en' | 'secuencia'>;

/** The expected rows of a table, computed from its columns without the code under test. */
const rowsOf = (tabla: Tabla, changes: ReadonlyMap<string, Change>): unknown[][] => {
  const parts = (pedido: Pedido): object[] =>
    ({
      pedidos: [pedido],
      items: pedido.items,
      iva: pedido.totales.iva_desglose,
      pagos: pedido.pago.pagos,
    })[tabla];
  const read = (from: object, path: readonly string[]) =>
    path.reduce<unknown>(
      (at, name) => (at as Record<string, unknown> | null)?.[name] ?? null,
      from,
    );
  return pedidos.flatMap((pedido) => {
    const { creado_en: cambiado_en, secuencia } = changes.get(pedido.id) ?? {};
    const order = { ...pedido, cambiado_en, secuencia };
    return parts(pedido).map((part) =>
      COLUMNAS[tabla].map(({ of, path }) => read(of === 'pedido' ? order : part, path)),
    );
  });
};

const madrid = (timestamp: string): number => {
  const wall = new Date(Date.parse(timestamp) + HOUR_MS);
  return (wall.getTime() - Date.UTC(1899, 11, 30)) / (24 * HOUR_MS);
};

describeOnEngines('GET /exportacion/{tabla}', async (engine) => {
  const { service, ask, carryOut } = await startApi({ after }, engine);
  const { makeLlave, publicUrl } = service;
  await carryOut(...pedidos.map((pedido) => comando.importar(pedido, [])));
  const { token } = await makeLlave();
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${publicUrl}/api/exportacion/${path}`, { headers: { ...bearer(token), ...headers } });
  const bytesOf = async (path: string) => new Uint8Array(await (await get(path)).arrayBuffer());
  const changes = new Map<string, Change>();
  for (let after = ''; changes.size < PEDIDOS; ) {
    const from = after && `&despues_de=${after}`;
    const { body } = await ask(`/eventos?eventos=pedido.importado&limite=100${from}`);
    const { datos, paginacion } = body as { datos: Evento[]; paginacion: { siguiente: string } };
    for (const each of datos) changes.set(each.datos.pedido.id, each);
    after = paginacion.siguiente;
  }

  test('NDJSON of orders has the stored bytes, ascending', async () => {
    const response = await get('pedidos');
    assert.equal(response.status, 200);
    assert.equal(response.headers.get('content-type'), 'application/x-ndjson; charset=utf-8');
    const name = /^attachment; filename="casa-pepa_pedidos_\d{4}-\d\d-\d\d\.ndjson"$/;
    assert.match(response.headers.get('content-disposition') ?? '', name);
    assert.equal(response.headers.get('x-accel-buffering'), 'no');
    const lines = (await response.text()).split('\n');
    assert.equal(lines.pop(), '');
    assert.deepEqual(
      lines.map((line) => JSON.parse(line)),
      pedidos,
    );
    assert.equal(lines[0], (await ask(`/pedidos/${pedidos[0]?.id}`)).text);
  });

  // The thread that writes the formats never sees the engine.
  for (const tabla of engine === 'SQLite' ? TABLAS : []) {
    const columns = COLUMNAS[tabla];
    const names = columns.map(({ name }) => name);
    const expected = rowsOf(tabla, changes);

    const isWhole = tabla === 'pedidos';
    if (!isWhole)
      test(`${tabla}: NDJSON`, async () => {
        const lines = Buffer.from(await bytesOf(tabla))
          .toString()
          .trimEnd()
          .split('\n');
        const rows = lines.map((line) => JSON.parse(line));
        assert.deepEqual(
          rows.map((row) => Object.keys(row)),
          expected.map(() => names),
        );
        assert.deepEqual(
          rows.map((row) => Object.values(row)),
          expected,
        );
      });

    test(`${tabla}: CSV`, async () => {
      const text = Buffer.from(await bytesOf(`${tabla}?formato=csv`)).toString();
      assert.equal(text.slice(0, text.indexOf('\r\n')), names.join());
      const shown = (value: unknown, { type }: Column): string => {
        if (value === null) return '';
        if (type === 'json') return JSON.stringify(value);
        return value === NASTY ? `'${NASTY}` : String(value);
      };
      assert.deepEqual(
        readCsv(text),
        expected.map((row) =>
          Object.fromEntries(columns.map((column, i) => [column.name, shown(row[i], column)])),
        ),
      );
    });

    test(`${tabla}: XLSX`, async () => {
      const [head, ...rows] = readSheet(await bytesOf(`${tabla}?formato=xlsx`));
      assert.deepEqual(
        head?.map((cell) => cell?.value),
        names.map((name) => name.replace(/_cents$/, '')),
      );
      const cellOf = (value: unknown, { type }: Column) => {
        if (value === null || value === '') return null;
        if (type === 'timestamp') return { type: 'n', value: String(madrid(String(value))) };
        if (type === 'cents') return { type: 'n', value: String(Number(value) / 100) };
        if (type === 'json') return { type: 'inlineStr', value: JSON.stringify(value) };
        if (typeof value === 'boolean') return { type: 'b', value: String(Number(value)) };
        return { type: typeof value === 'number' ? 'n' : 'inlineStr', value: String(value) };
      };
      assert.deepEqual(
        rows,
        expected.map((row) => columns.map((column, i) => cellOf(row[i], column))),
      );
    });

    test(`${tabla}: Parquet`, async () => {
      const file = await bytesOf(`${tabla}?formato=parquet`);
      assert.deepEqual(
        readInstants(file),
        columns.filter(({ type }) => type === 'timestamp').map(({ name }) => name),
      );
      const rows = await readParquet(file);
      const typed = (value: unknown, { type }: Column) => {
        if (value === null) return null;
        if (type === 'timestamp') return new Date(String(value));
        return type === 'cents' ? BigInt(Number(value)) : value;
      };
      assert.deepEqual(
        rows,
        expected.map((row) =>
          Object.fromEntries(columns.map((column, i) => [column.name, typed(row[i], column)])),
        ),
      );
    });
  }

  test('filters select the same orders as those of the list', async () => {
    const query = 'estado=cancelado&metodo_pago=tarjeta&desde=2026-11-03&hasta=2026-11-05T12:00Z';
    const { datos } = (await ask(`/pedidos?limite=100&${query}`)).body as { datos: Pedido[] };
    const rows = readCsv(Buffer.from(await bytesOf(`pedidos?formato=csv&${query}`)).toString());
    assert.ok(rows.length > 0);
    assert.deepEqual(
      rows.map(({ id }) => id),
      datos.map(({ id }) => id).reverse(),
    );
  });

  test('goes on after an order', async () => {
    const lines = Buffer.from(await bytesOf('pedidos?despues_de=ped_0206'))
      .toString()
      .trimEnd();
    const ids = lines.split('\n').map((line) => JSON.parse(line).id);
    assert.deepEqual(
      ids,
      pedidos.slice(207).map(({ id }) => id),
    );
  });

  test('without a match the file is whole and has no rows', async () => {
    const none = 'hasta=2020-01-01';
    assert.equal((await bytesOf(`pedidos?${none}`)).length, 0);
    assert.deepEqual(readCsv(Buffer.from(await bytesOf(`iva?formato=csv&${none}`)).toString()), []);
    assert.equal(readSheet(await bytesOf(`iva?formato=xlsx&${none}`)).length, 1);
    assert.deepEqual(await readParquet(await bytesOf(`iva?formato=parquet&${none}`)), []);
  });

  test('X-Posicion is the position after which the feed continues the file', async () => {
    const posicion = (await get('pedidos')).headers.get('x-posicion');
    const [pedidoId] = await carryOut(comando.crear());
    const { datos } = (await ask(`/eventos?despues_de=${posicion}`)).body as {
      datos: { datos: { pedido: Pedido } }[];
    };
    assert.deepEqual(
      datos.map(({ datos: { pedido } }) => pedido.id),
      [pedidoId],
    );
  });

  test('a workbook names its default style, of which pandas warns otherwise', async () => {
    const styles = readPart(await bytesOf('iva?formato=xlsx'), 'xl/styles.xml');
    assert.match(styles, /<cellStyle name="Normal" xfId="0" builtinId="0"\/>/);
  });

  for (const formato of engine === 'SQLite' ? FORMATOS : []) {
    test(`${formato} is compressed where that helps, and HEAD has no body`, async () => {
      const path = `pagos?formato=${formato}`;
      const packed = await get(path, { 'accept-encoding': 'gzip' });
      const isText = formato === 'ndjson' || formato === 'csv';
      assert.equal(packed.headers.get('content-encoding'), isText ? 'gzip' : null);
      const bytes = await bytesOf(path);
      assert.deepEqual(new Uint8Array(await packed.arrayBuffer()), bytes);
      // Only the length of a workbook is known beforehand; the other formats are sent while they are made.
      const length = formato === 'xlsx' ? String(bytes.length) : null;
      assert.equal(packed.headers.get('content-length'), length);
      const head = await fetch(`${publicUrl}/api/exportacion/${path}`, {
        method: 'HEAD',
        headers: bearer(token),
      });
      assert.equal(head.status, 200);
      assert.equal((await head.arrayBuffer()).byteLength, 0);
    });
  }
});
