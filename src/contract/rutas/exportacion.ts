import Type from 'typebox';
import { FORMATOS, type Formato, TABLAS, XLSX_FILAS_MAX } from '../exportacion.ts';
import { Id, withDefault } from '../scalars.ts';
import { FILTROS } from './filtros.ts';
import { COMUNES, LECTURA, param, type Ruta } from './ruta.ts';

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
    summary: 'Exporta todos los pedidos de una vez',
    description: `Una sola respuesta con todos los pedidos que cumplen los filtros, por \`id\` ascendente, en el formato que pidas. \`pedidos\` lleva una fila por pedido; \`items\`, una por línea de un pedido; \`iva\`, una por pedido y tipo de IVA; \`pagos\`, una por pago. Las columnas se llaman como los campos del pedido (\`cliente.nombre\` es \`cliente_nombre\`); en \`ndjson\`, \`pedidos\` lleva los pedidos enteros. Un \`xlsx\` lleva hasta ${XLSX_FILAS_MAX} filas, con los importes en la moneda, no en céntimos, y las fechas en la hora del restaurante. La cabecera \`X-Posicion\` es la posición en los eventos antes de la primera fila: sigue \`/eventos?eventos=pedido.*,pedido.importado\` desde ella para tener una copia sin huecos. Una respuesta que se corta termina sin su último trozo (\`chunked\`): sigue con \`despues_de\`. Una exportación cuenta como una petición; una llave puede tener dos a la vez.`,
    params: {
      tabla: param(Type.Enum(TABLAS), 'Qué lleva cada fila.', 'pedidos'),
    },
    query: {
      formato: param(withDefault(Type.Enum(FORMATOS), 'ndjson'), 'Formato del archivo.', 'csv'),
      ...FILTROS,
      despues_de: param(
        Id('pedido'),
        'Solo los pedidos posteriores a este `id`: para seguir donde se cortó otra exportación.',
        'ped_01m7dtednjhcfgb5qpqadz4za0',
      ),
    },
    response: {
      status: 200,
      description: 'El archivo.',
      mediaTypes: Object.values(MEDIA_TYPES),
      headers: ['Content-Disposition', 'X-Posicion', 'X-Accel-Buffering'],
      schema: Type.String(),
    },
    errors: [...COMUNES, 'no_encontrado'],
  },
} as const satisfies Record<string, Ruta>;
