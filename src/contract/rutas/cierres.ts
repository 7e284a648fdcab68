import Type from 'typebox';
import { both } from '../bilingual.ts';
import { Cierre, ListaCambiosCierre, ListaCierres } from '../dinero/cierre.ts';
import { exampleOf } from '../fields.ts';
import { Id, withDefault } from '../scalars.ts';
import { COMUNES, example, LECTURA, ok, param, type Ruta } from './ruta.ts';

/** A row is about a kilobyte. */
const CIERRES_MAX = 500;

const Limite = withDefault(Type.Integer({ minimum: 1, maximum: CIERRES_MAX }), CIERRES_MAX);

const DE_CIERRES = { ...LECTURA, alcance: 'pedidos.leer', tag: 'Cierres' } as const;
const CIERRE_ID = param(
  Id('cierre'),
  'El cierre.',
  'The closing.',
  'cie_01m8k2v4x6z80a2c4e6g8j0m2p',
);

export const RUTAS_CIERRES = {
  listarCierres: {
    ...DE_CIERRES,
    path: '/cierres',
    summary: both('Lista los meses cerrados', 'List the closed months'),
    description: both(
      'Los cierres del restaurante, del más reciente al más antiguo. Un mes se cierra en el panel o con `comanda closings create`; cerrarlo otra vez sustituye al cierre anterior, que se queda como estaba.',
      'The closings of the restaurant, newest first. A month is closed in the panel or with `comanda closings create`; closing it again supersedes the former closing, which stays as it was.',
    ),
    query: {
      limite: param(Limite, 'Cuántos cierres como máximo.', 'How many closings at most.', '12'),
      antes_de: param(
        Id('cierre'),
        'Solo los cierres anteriores a este: para seguir leyendo.',
        'Only closings before this one: to read on.',
        'cie_01m8k2v4x6z80a2c4e6g8j0m2p',
      ),
    },
    response: ok('Los cierres.', 'The closings.', ListaCierres, {
      cierres: example('Un mes cerrado', 'A closed month', exampleOf(ListaCierres)),
    }),
    errors: [...COMUNES, 'no_encontrado'],
  },
  leerCierre: {
    ...DE_CIERRES,
    path: '/cierres/{id}',
    summary: both('Lee un mes cerrado', 'Read a closed month'),
    description: both(
      'Un cierre con su sello. El mes como se cerró, fila a fila: `/exportacion/iva?cierre=` y `/exportacion/pagos?cierre=`.',
      'A closing with its seal. The month as it was closed, row by row: `/exportacion/iva?cierre=` and `/exportacion/pagos?cierre=`.',
    ),
    params: { id: CIERRE_ID },
    response: ok('El cierre.', 'The closing.', Cierre, {
      cierre: example('Octubre, cerrado', 'October, closed', exampleOf(Cierre)),
    }),
    errors: [...COMUNES, 'no_encontrado'],
  },
  listarCambiosCierre: {
    ...DE_CIERRES,
    path: '/cierres/{id}/cambios',
    summary: both('Lista lo que cambió desde el cierre', 'List what changed since the closing'),
    description: both(
      'Los pedidos que ya no cuentan lo que contaban: importados tarde, con otros importes, cobros o devoluciones dentro del mes, u otra factura. Una devolución de otro mes no cambia este. Al día al instante; vacía mientras el cierre está intacto. Un pedido que vuelve a contar lo mismo desaparece de la lista.',
      'The orders that no longer count what they counted: imported late, with other amounts, payments or refunds within the month, or another invoice. A refund in another month does not change this one. Current at once; empty while the closing is intact. An order that counts the same again leaves the list.',
    ),
    params: { id: CIERRE_ID },
    query: {
      limite: param(Limite, 'Cuántos cambios como máximo.', 'How many changes at most.', '100'),
      despues_de: param(
        Id('pedido'),
        'Solo los pedidos posteriores a este `pedido_id`: para seguir leyendo.',
        'Only orders after this `pedido_id`: to read on.',
        'ped_01m7dtednjhcfgb5qpqadz4za0',
      ),
    },
    response: ok('Los cambios.', 'The changes.', ListaCambiosCierre, {
      cambios: example('Un pedido cambió', 'An order changed', exampleOf(ListaCambiosCierre)),
      ninguno: example('El cierre está intacto', 'The closing is intact', { datos: [] }),
    }),
    errors: [...COMUNES, 'no_encontrado'],
  },
} as const satisfies Record<string, Ruta>;
