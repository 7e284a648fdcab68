import { exampleOf } from '../fields.ts';
import { Evento } from '../recursos/evento.ts';
import { ITEM_SIN_OPCIONES } from '../recursos/item.ts';
import { Mesa } from '../recursos/partes.ts';
import { type CampoPedido, Pedido } from '../recursos/pedido.ts';
import { type Example, example } from './ruta.ts';

export const PEDIDO_REPARTO = exampleOf(Pedido);

/** At a table and just created: fields that do not apply yet, or at all, are null. */
export const PEDIDO_MESA: Pedido = {
  ...PEDIDO_REPARTO,
  id: 'ped_01m7dtc0rq8v4n2f6k9w3x5y7z',
  numero: '20261114-86',
  tipo: 'mesa',
  estado: 'pendiente',
  fuente: 'tpv',
  creado_en: '2026-11-14T20:00:51.480Z',
  aceptado_en: null,
  entregado_en: null,
  cliente: { nombre: 'Mesa 12', telefono: '', email: '', consintio_marketing: false },
  direccion: null,
  mesa: exampleOf(Mesa),
  items: [
    {
      ...ITEM_SIN_OPCIONES,
      id: 'itm_01m7dtc0rq5h8m1c4p7r0t3v6x',
      cantidad: 2,
      total_cents: 360,
      estado_cocina: 'pendiente',
    },
  ],
  totales: {
    ...PEDIDO_REPARTO.totales,
    subtotal_cents: 360,
    propina_cents: 0,
    tarifa_reparto_cents: 0,
    impuestos_cents: 33,
    total_cents: 360,
    iva_desglose: [{ tipo_porcentaje: 10, base_cents: 327, iva_cents: 33 }],
  },
  pago: {
    metodo: 'efectivo',
    estado: 'pendiente',
    proveedor: 'caja',
    referencia_externa: '',
    pagos: [],
  },
  entrega: null,
  fiscal: null,
  instrucciones: null,
};

export const ENTREGADO = exampleOf(Evento);

export const NUEVO: Evento = {
  ...ENTREGADO,
  id: 'evt_0000002tge9w3x5yhmnmfmx0yk',
  tipo: 'pedido.nuevo',
  creado_en: '2026-11-14T20:00:51.530Z',
  secuencia: 92_686,
  datos: { pedido: PEDIDO_MESA, cambios: Object.keys(PEDIDO_MESA) as CampoPedido[] },
};

export const EJEMPLOS_EVENTO: Record<string, Example<Evento>> = {
  entregado: example('Un pedido entregado', 'An order that was delivered', ENTREGADO),
  nuevo: example('Un pedido nuevo', 'A new order', NUEVO),
};

/** A resumed connection to the stream, as its client reads it. */
export const FLUJO = [
  'retry: 2417',
  'event: conexion.ping',
  `id: ${NUEVO.id}`,
  `data: {"tipo":"conexion.ping","momento":"2026-11-14T20:40:58.004Z","reanudacion":"continuada","desde":"${NUEVO.id}","hasta":"${NUEVO.id}"}`,
  '',
  `event: ${ENTREGADO.tipo}`,
  `id: ${ENTREGADO.id}`,
  `data: ${JSON.stringify(ENTREGADO)}`,
  '\n',
].join('\n');
