import fc from 'fast-check';
import type { ComandoPedido } from '../../src/contract/comandos.ts';
import { ORIGENES } from '../../src/contract/recursos/historial.ts';
import type { Totales } from '../../src/contract/recursos/importes.ts';
import type { ItemDraft } from '../../src/contract/recursos/item.ts';
import {
  type Anotacion,
  ESTADOS,
  FUENTES,
  type PedidoDraft,
  TIPOS,
} from '../../src/contract/recursos/pedido.ts';
import { NOW_MS, RESTAURANTE_ID } from './samples.ts';
import { record, weighted } from './values/properties.ts';

/** Generators of valid input for properties: fast-check prints the seed of whatever they break. */

const text = (maxLength = 12): fc.Arbitrary<string> =>
  fc.oneof(
    fc.constantFrom('', 'Niño', 'tamaño', 'Peña «la Ñ»', '🍕👩‍🍳', '"comillas" \\ y \n líneas'),
    fc.string({ unit: 'grapheme', maxLength }).filter((value) => !value.includes('\0')),
  );

const cents = fc.integer({ min: 0, max: 20_000 });
const count = fc.integer({ min: 1, max: 5 });

/** Within the two days around NOW, so that local days, UTC days and batches all get mixed. */
const instantMs = fc.integer({ min: NOW_MS - 86_400_000, max: NOW_MS + 86_400_000 });
const timestamp = instantMs.map((ms) => new Date(ms).toISOString());

const nullable = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null });

/** Each optional field is there or not; `requiredKeys` always are. */
const some = <T extends object, K extends keyof T & string>(
  model: { [P in keyof T]: fc.Arbitrary<T[P]> },
  requiredKeys: K[],
) => fc.record(model, { requiredKeys, noNullPrototype: true });

const id = (prefix: string) => fc.integer({ min: 1, max: 4 }).map((n) => prefix + n);

const opcion = some(
  { id: id('opc_'), grupo: text(), nombre: text(), cantidad: count, precio_cents: cents },
  ['grupo', 'nombre', 'cantidad', 'precio_cents'],
);

const item: fc.Arbitrary<ItemDraft> = some(
  {
    id: id('itm_'),
    producto_id: id('prod_'),
    nombre: text(),
    tamaño: text(),
    cantidad: count,
    precio_unitario_cents: cents,
    opciones_total_cents: cents,
    total_cents: cents,
    estado_cocina: fc.constantFrom('pendiente', 'listo', 'emplatado'),
    opciones: fc.array(opcion, { maxLength: 2 }),
  },
  [
    'producto_id',
    'nombre',
    'tamaño',
    'cantidad',
    'precio_unitario_cents',
    'opciones_total_cents',
    'total_cents',
    'estado_cocina',
    'opciones',
  ],
);

const totales: fc.Arbitrary<Totales> = record({
  moneda: fc.constantFrom('EUR', 'MXN'),
  subtotal_cents: cents,
  descuento_cents: cents,
  propina_cents: cents,
  tarifa_reparto_cents: cents,
  impuestos_cents: cents,
  total_cents: cents,
  iva_desglose: fc.array(
    record({ tipo_porcentaje: fc.constantFrom(4, 10, 21), base_cents: cents, iva_cents: cents }),
    { maxLength: 2 },
  ),
});

const pagoFields = {
  metodo: fc.constantFrom('efectivo', 'tarjeta', 'bizum'),
  estado: fc.constantFrom('pendiente', 'pagado', 'reembolsado'),
  proveedor: text(),
  referencia_externa: text(),
  pagos: fc.array(
    record({
      metodo: fc.constantFrom('efectivo', 'tarjeta'),
      importe_cents: cents,
      estado: fc.constantFrom('pagado', 'fallido'),
      referencia_externa: nullable(text()),
      momento: timestamp,
    }),
    { maxLength: 2 },
  ),
};
const entregaFields = {
  repartidor_nombre: nullable(text()),
  zona_id: id('zon_'),
  zona_nombre: text(),
  tarifa_cents: cents,
};
const fiscalFields = {
  factura_numero: text(),
  factura_fecha: timestamp,
  factura_pdf: fc.constantFrom('https://f.example/1.pdf', 'https://f.example/2.pdf'),
};

/** Few clients, some by phone, some by e-mail, some unknown: several orders fall on the same one. */
const cliente = record({
  nombre: text(),
  telefono: fc.constantFrom('', '+34 600 1', '0034-6001', '600 2'),
  email: fc.constantFrom('', 'Ana@Example.com', ' ana@example.com'),
  consintio_marketing: fc.boolean(),
});

const numero = fc
  .tuple(fc.constantFrom('20261114', '20261115', '20261116'), fc.integer({ min: 1, max: 6 }))
  .map(([dia, n]) => `${dia}-${n}`);

const draftFields = {
  tipo: fc.constantFrom(...TIPOS),
  fuente: fc.constantFrom(...FUENTES),
  cliente,
  items: fc.array(item, { maxLength: 3 }),
  totales,
  pago: record(pagoFields),
  numero,
  creado_en: timestamp,
  aceptado_en: nullable(timestamp),
  entregado_en: nullable(timestamp),
  programado_para: nullable(timestamp),
  restaurante: fc.constant({ id: RESTAURANTE_ID, slug: 'casa-pepa', nombre: 'Casa Pepa' }),
  direccion: nullable(
    record({
      linea: text(),
      codigo_postal: nullable(text()),
      pais: fc.constant('ES'),
      lat: fc.double({ min: -90, max: 90, noNaN: true }),
      lng: fc.double({ min: -180, max: 180, noNaN: true }),
    }),
  ),
  mesa: nullable(record({ numero: text(), comensales: nullable(count) })),
  entrega: nullable(record(entregaFields)),
  fiscal: nullable(record(fiscalFields)),
  instrucciones: nullable(text()),
};

/** An order as it comes in, in any state it may be created in. */
export const pedidoDraft = (
  ids: fc.Arbitrary<string | undefined> = fc.constant(undefined),
): fc.Arbitrary<PedidoDraft> =>
  fc
    .tuple(
      some(draftFields, ['tipo', 'fuente', 'cliente', 'items', 'totales', 'pago']),
      ids,
      weighted([4, fc.constant(undefined)], [1, fc.constantFrom(...ESTADOS)]),
    )
    .map(([draft, given, estado]) => ({
      ...draft,
      ...(given !== undefined && { id: given }),
      ...(estado !== undefined && { estado }),
    }));

const common = some(
  {
    origen: fc.constantFrom(...ORIGENES),
    usuario: nullable(text()),
    detalle: fc.dictionary(text(4), fc.jsonValue({ maxDepth: 2 }), {
      maxKeys: 2,
      noNullPrototype: true,
    }),
    momento: timestamp,
  },
  [],
);

const anotacion: fc.Arbitrary<Anotacion> = some(
  {
    pago: some(pagoFields, []),
    entrega: nullable(some(entregaFields, [])),
    fiscal: nullable(some(fiscalFields, [])),
    instrucciones: nullable(text()),
    programado_para: nullable(timestamp),
  },
  [],
).filter((cambios) => Object.keys(cambios).length > 0);

/** Commands on orders of these ids. Values are few, so that many of them change nothing. */
export const comandoSobre = (ids: readonly string[]): fc.Arbitrary<ComandoPedido> => {
  const target = fc.constantFrom(...ids);
  const onOrder = target.map((pedido_id) => ({ restaurante_id: RESTAURANTE_ID, pedido_id }));
  const avanzar = record({
    op: fc.constant('pedido.avanzar' as const),
    estado: fc.constantFrom(...ESTADOS),
  });
  const terminar = record({
    op: fc.constantFrom('pedido.rechazar' as const, 'pedido.cancelar' as const),
  });
  const modificar = record({
    op: fc.constant('pedido.modificar_items' as const),
    items: fc.array(item, { maxLength: 2 }),
    totales,
  });
  const anotar = record({ op: fc.constant('pedido.anotar' as const), cambios: anotacion });
  const change = fc
    .tuple(weighted([4, avanzar], [1, terminar], [1, modificar], [2, anotar]), onOrder, common)
    .map(([own, order, extra]) => ({ ...own, ...order, ...extra }));
  return change;
};

/** Commands as a client may send them: new orders (with and without an id), imports of the past, and changes. */
export const comandos = (
  ids: readonly string[],
  { maxLength = 14, claves = false } = {},
): fc.Arbitrary<ComandoPedido[]> => {
  const given = fc.constantFrom(...ids);
  const crear = fc
    .tuple(pedidoDraft(fc.oneof(given, fc.constant(undefined))), common)
    .map(([pedido, extra]) => ({
      op: 'pedido.crear' as const,
      restaurante_id: RESTAURANTE_ID,
      pedido,
      ...extra,
    }));
  const importar = fc.tuple(pedidoDraft(given), common).map(([pedido, extra]) => ({
    op: 'pedido.importar' as const,
    restaurante_id: RESTAURANTE_ID,
    pedido,
    ...extra,
  }));
  const any = fc.oneof<fc.WeightedArbitrary<ComandoPedido>[]>(
    { weight: 4, arbitrary: crear },
    { weight: 1, arbitrary: importar },
    { weight: 7, arbitrary: comandoSobre(ids) },
  );
  const clave = claves
    ? fc.option(fc.constantFrom('a', 'b', 'c'), { nil: undefined })
    : fc.constant(undefined);
  const keyed = fc
    .tuple(any, clave)
    .map(([comando, key]) => (key === undefined ? comando : { ...comando, clave: key }));
  return fc.array(keyed, { minLength: 1, maxLength });
};

/** Cuts a list into consecutive pieces, at places that fast-check chooses. */
export const splits = <T>(items: readonly T[]): fc.Arbitrary<T[][]> =>
  fc
    .subarray([...items.keys()].slice(1))
    .map((cuts) =>
      [0, ...cuts].map((from, i, starts) => items.slice(from, starts[i + 1] ?? items.length)),
    );
