import Type from 'typebox';
import { both, LANGS } from '../bilingual.ts';
import { FECHAS } from '../dinero/fechas.ts';
import { ESTILOS, FORMATOS, type Formato, TABLAS, XLSX_FILAS_MAX } from '../exportacion.ts';
import { Id, withDefault } from '../scalars.ts';
import { PEDIDO_MESA } from './ejemplos.ts';
import { FILTROS } from './filtros.ts';
import { COMUNES, example, LECTURA, ok, param, type Ruta } from './ruta.ts';

export const MEDIA_TYPES = {
  ndjson: 'application/x-ndjson',
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  parquet: 'application/vnd.apache.parquet',
} as const satisfies Record<Formato, string>;

export const RUTAS_EXPORTACION = {
  exportarTabla: {
    ...LECTURA,
    path: '/exportacion/{tabla}',
    alcance: 'pedidos.leer',
    tag: 'Pedidos',
    summary: both('Exporta todos los pedidos de una vez', 'Export all orders at once'),
    description: both(
      `Una sola respuesta con todos los pedidos que cumplen los filtros, por \`id\` ascendente, en el formato que pidas. \`pedidos\` lleva una fila por pedido; \`items\`, una por línea de un pedido; \`iva\`, una por pedido y tipo de IVA; \`pagos\`, una por pago. Las columnas se llaman como los campos del pedido (\`cliente.nombre\` es \`cliente_nombre\`); en \`ndjson\`, \`pedidos\` lleva los pedidos enteros. Un \`xlsx\` lleva hasta ${XLSX_FILAS_MAX} filas, con los importes en la moneda, no en céntimos, y las fechas en la hora del restaurante. La cabecera \`X-Posicion\` es la posición en los eventos antes de la primera fila: sigue \`/eventos?eventos=pedido.*,pedido.importado\` desde ella para tener una copia sin huecos. Una respuesta que se corta termina sin su último trozo (\`chunked\`): sigue con \`despues_de\`. Una exportación cuenta como una petición; una llave puede tener dos a la vez.`,
      `One answer with all orders that match the filters, by ascending \`id\`, in the format that you ask for. \`pedidos\` has a row for each order; \`items\`, for each line of an order; \`iva\`, for each order and VAT rate; \`pagos\`, for each payment. Columns are named like the fields of the order (\`cliente.nombre\` is \`cliente_nombre\`); in \`ndjson\`, \`pedidos\` holds whole orders. An \`xlsx\` has up to ${XLSX_FILAS_MAX} rows, with amounts in the currency, not in cents, and dates in the restaurant’s time. The header \`X-Posicion\` is the position in the events before the first row: follow \`/eventos?eventos=pedido.*,pedido.importado\` from there for a copy without gaps. An answer that is cut off ends without its last chunk (\`chunked\`): go on with \`despues_de\`. An export counts as one request; a key may have two at a time.`,
    ),
    params: {
      tabla: param(Type.Enum(TABLAS), 'Qué lleva cada fila.', 'What each row holds.', 'pedidos'),
    },
    query: {
      formato: param(
        withDefault(Type.Enum(FORMATOS), 'ndjson'),
        'Formato del archivo.',
        'Format of the file.',
        'csv',
      ),
      idioma: param(
        Type.Enum(LANGS),
        'Para personas, en `xlsx` y `csv`: títulos de columna en palabras de este idioma; en `xlsx`, además, una primera hoja con los totales (por IVA, medio de pago y día, y el cuadre) y una fila de totales. Sin él, las columnas se llaman como los campos.',
        'For people, in `xlsx` and `csv`: column headings in words of this language; in `xlsx` also a first sheet with the totals (by VAT, payment method and day, and the reconciliation) and a row of totals. Without it, columns are named like the fields.',
        'es',
      ),
      estilo: param(
        withDefault(Type.Enum(ESTILOS), 'programa'),
        'Solo para `csv`. `excel` es para abrirlo en un Excel español: columnas separadas por `;`, coma decimal, importes en la moneda, horas locales, títulos en palabras (en español, si no pides otro `idioma`) y una marca de UTF-8.',
        'Only for `csv`. `excel` is for opening it in a Spanish Excel: columns separated by `;`, decimal comma, amounts in the currency, local times, headings in words (in Spanish, unless you ask for another `idioma`) and a mark of UTF-8.',
        'excel',
      ),
      ...FILTROS,
      fecha: param(
        Type.Enum(FECHAS),
        'La fecha a la que se refieren `desde` y `hasta`: la creación del pedido, su factura o su último cobro; los pedidos que no la tienen se quedan fuera. En `pagos`, `pago` es el momento de cada cobro. Con `fecha`, un día sin hora es un día del restaurante, como en `/caja`; sin ella, su medianoche UTC, como en `/pedidos`.',
        'The date that `desde` and `hasta` are about: the creation of the order, its invoice or its last payment; orders without one are left out. In `pagos`, `pago` is the moment of each payment. With `fecha`, a date alone is a day of the restaurant, as in `/caja`; without it, its midnight UTC, as in `/pedidos`.',
        'factura',
      ),
      cambiado_desde: param(
        Type.String({ minLength: 1 }),
        'Solo los pedidos que cambiaron después de este evento (`evt_…`, como la `X-Posicion` de otra exportación), o en este momento o después. No caduca, aunque el evento ya no se guarde.',
        'Only orders that changed after this event (`evt_…`, such as the `X-Posicion` of another export), or at this moment or later. It never expires, even if the event is no longer kept.',
        '2026-11-01T00:00:00Z',
      ),
      con_cambio: param(
        withDefault(Type.Boolean(), false),
        'En `ndjson` de `pedidos`, pone `cambiado_en` y `secuencia` delante de los campos de cada pedido. En lo demás son siempre columnas.',
        'In `ndjson` of `pedidos`, puts `cambiado_en` and `secuencia` before the fields of each order. Everywhere else they are columns anyway.',
        'true',
      ),
      cierre: param(
        Id('cierre'),
        'Solo en `iva` y `pagos`: el mes como se cerró, byte a byte igual cada vez, aunque los pedidos hayan cambiado después. `pagos` lleva los cobros dentro del mes. Se combina con `formato`, `idioma`, `estilo` y `despues_de`, y la respuesta no lleva `X-Posicion`.',
        'Only in `iva` and `pagos`: the month as it was closed, byte for byte the same each time, even if orders have changed since. `pagos` holds the payments within the month. Can be combined with `formato`, `idioma`, `estilo` and `despues_de`; the answer has no `X-Posicion`.',
        'cie_01m8k2v4x6z80a2c4e6g8j0m2p',
      ),
      despues_de: param(
        Id('pedido'),
        'Solo los pedidos posteriores a este `id`: para seguir donde se cortó otra exportación.',
        'Only orders after this `id`: to go on where another export was cut off.',
        'ped_01m7dtednjhcfgb5qpqadz4za0',
      ),
    },
    response: {
      ...ok('El archivo.', 'The file.', Type.String(), {
        ndjson: example(
          'Pedidos enteros, uno por línea',
          'Whole orders, one per line',
          `${JSON.stringify(PEDIDO_MESA)}\n`,
        ),
      }),
      mediaTypes: Object.values(MEDIA_TYPES),
      headers: ['Content-Disposition', 'X-Posicion', 'X-Accel-Buffering'],
    },
    errors: [...COMUNES, 'no_encontrado'],
  },
} as const satisfies Record<string, Ruta>;
