import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ErrorBody } from '../../src/contract/errores.ts';
import { Carta, CartaDraft } from '../../src/contract/recursos/carta.ts';
import { Evento, Ping } from '../../src/contract/recursos/evento.ts';
import { Historial } from '../../src/contract/recursos/historial.ts';
import { Paginacion } from '../../src/contract/recursos/paginacion.ts';
import { Anotacion, Pedido, PedidoDraft } from '../../src/contract/recursos/pedido.ts';
import { Restaurante } from '../../src/contract/recursos/restaurante.ts';
import { Resumen } from '../../src/contract/recursos/resumen.ts';
import { Webhook, WebhookCreado, WebhookNuevo } from '../../src/contract/recursos/webhook.ts';
import { Zona } from '../../src/contract/recursos/zona.ts';
import { notate, type Schema } from './notation.ts';

/**
 * The contract's tables, transcribed by hand, against what the schemas say. `x~` may be null, `x?`
 * may be missing. Field order counts too: the wire keeps it.
 */
const METODO = 'efectivo|tarjeta|online|…';
const ESTADO_PAGO = 'pendiente|pagado|fallido|reembolsado|…';
const TIPO_EVENTO =
  'pedido.nuevo|pedido.aceptado|pedido.rechazado|pedido.estado_cambiado|pedido.item_modificado|pedido.entregado|pedido.cancelado';
const WEBHOOK_EVENTOS = `[${TIPO_EVENTO}|pedido.*|*]`;
const TRAMOS = '[{ desde: string, hasta: string }]';

const ITEM = `{
  id: itm_, producto_id: prod_, nombre: string, tamaño: string, cantidad: int,
  precio_unitario_cents: int, opciones_total_cents: int, total_cents: int,
  estado_cocina: pendiente|en_preparacion|listo|servido|…,
  opciones: [{ id: opc_, grupo: string, nombre: string, cantidad: int, precio_cents: int }]
}`;

const PAGOS = `[{
  metodo: ${METODO}, importe_cents: int, estado: ${ESTADO_PAGO}, referencia_externa~: string,
  momento: timestamp
}]`;

const PEDIDO = `{
  id: ped_, numero: string, tipo: reparto|recogida|mesa,
  estado: pendiente|confirmado|en_preparacion|listo|en_reparto|entregado|cancelado,
  fuente: web_publica|tpv|manual|admin,
  creado_en: timestamp, aceptado_en~: timestamp, entregado_en~: timestamp, programado_para~: timestamp,
  restaurante: { id: rest_, slug: string, nombre: string },
  cliente: { nombre: string, telefono: string, email: string, consintio_marketing: boolean },
  direccion~: { linea: string, codigo_postal~: string, pais: string, lat: number, lng: number },
  mesa~: { numero: string, comensales~: int },
  items: [${ITEM}],
  totales: {
    moneda: string, subtotal_cents: int, descuento_cents: int, propina_cents: int,
    tarifa_reparto_cents: int, impuestos_cents: int, total_cents: int,
    iva_desglose: [{ tipo_porcentaje: number, base_cents: int, iva_cents: int }]
  },
  pago: {
    metodo: ${METODO}, estado: ${ESTADO_PAGO}, proveedor: string, referencia_externa: string,
    pagos: ${PAGOS}
  },
  entrega~: { repartidor_nombre~: string, zona_id: zon_, zona_nombre: string, tarifa_cents: int },
  fiscal~: { factura_numero: string, factura_fecha: timestamp, factura_pdf: url },
  instrucciones~: string
}`;

/** The menu with required ids (the wire) or optional ones, which the service mints (the command). */
const categorias = (id: 'id' | 'id?'): string => `[{
  ${id}: cat_, nombre: string, activa: boolean, visible_dias: [lun|mar|mie|jue|vie|sab|dom],
  visible_horario~: ${TRAMOS},
  productos: [{
    ${id}: prod_, nombre: string, precio_cents: int, disponible: boolean, destacado: boolean,
    alergenos: [string],
    tamaños: [{ ${id}: tam_, nombre: string, precio_cents: int, predeterminado: boolean }],
    grupos_opcion: [{
      ${id}: grp_, nombre: string, requerido: boolean, min_seleccion: int, max_seleccion: int,
      opciones: [{ ${id}: opt_, nombre: string, precio_cents: int }]
    }]
  }]
}]`;

const TABLES: Record<string, [schema: object, table: string]> = {
  Pedido: [Pedido, PEDIDO],
  Historial: [
    Historial,
    `{
      pedido_id: ped_,
      eventos: [{
        momento: timestamp,
        accion: creado|confirmado|en_preparacion|listo|en_reparto|entregado|rechazado|cancelado|items_modificados|anotado|cliente_olvidado|…,
        origen: sistema|panel|tpv|apk_recepcion|api, usuario~: string, detalle: { *: any }
      }]
    }`,
  ],
  Carta: [
    Carta,
    `{
      restaurante_id: rest_, restaurante_slug: string, moneda: string, idioma_origen: string,
      generado_en: timestamp, categorias: ${categorias('id')}
    }`,
  ],
  'Carta as a command brings it': [
    CartaDraft,
    `{ moneda: string, idioma_origen: string, categorias: ${categorias('id?')} }`,
  ],
  Zona: [
    Zona,
    `{
      id: zon_, nombre: string, slug: string, color: string, tarifa_cents: int,
      pedido_minimo_cents: int, minutos_estimados: int, activa: boolean,
      poligono: { tipo: "Polygon", coordenadas: [[[number, number]]] }
    }`,
  ],
  Restaurante: [
    Restaurante,
    `{
      id: rest_, slug: string, nombre: string, moneda: string, zona_horaria: string,
      acepta_pedidos: boolean, pedido_minimo_cents: int, horario: { *: ${TRAMOS} },
      contacto: { email~: string, telefono~: string, web~: string },
      ubicacion: { direccion: string, ciudad: string, lat: number, lng: number },
      branding: { logo_url~: string, color_primario~: string, galeria: [string] },
      reputacion: { puntuacion: number, votos: int }
    }`,
  ],
  Resumen: [
    Resumen,
    `{
      periodo: hoy|ayer|7d|30d|mes_actual|personalizado, desde: zoned timestamp, hasta: zoned timestamp,
      zona_horaria: string,
      kpis: {
        pedidos_total: int, pedidos_cancelados: int, clientes_distintos: int, ventas_cents: int,
        ticket_medio_cents: int, moneda: string
      },
      mix_tipo: { reparto: int, recogida: int, mesa: int },
      top_productos: [{ producto_id: prod_, nombre: string, unidades: int, ventas_cents: int }]
    }`,
  ],
  Paginacion: [
    Paginacion,
    '{ limite: int, siguiente~: string, anterior~: string, total_aprox: int }',
  ],
  // The webhook guard checks the address, and reports more than a format would.
  WebhookNuevo: [WebhookNuevo, `{ url: string, nombre?~: string, eventos?: ${WEBHOOK_EVENTOS} }`],
  WebhookCreado: [
    WebhookCreado,
    `{ id: wh_, url: url, eventos: ${WEBHOOK_EVENTOS}, secreto_firma: string, activo: boolean }`,
  ],
  Webhook: [
    Webhook,
    `{
      id: wh_, nombre~: string, url: url, eventos: ${WEBHOOK_EVENTOS}, activo: boolean,
      creado_en: timestamp, ultima_entrega~: timestamp
    }`,
  ],
  Evento: [
    Evento,
    `{
      id: evt_, tipo: ${TIPO_EVENTO}|pedido.importado, creado_en: timestamp, restaurante_id: rest_, secuencia: int,
      datos: { pedido: ${PEDIDO}, cambios: [${Object.keys(Pedido.properties).join('|')}] }
    }`,
  ],
  Ping: [
    Ping,
    `{
      tipo: "conexion.ping", momento: timestamp, reanudacion: nueva|continuada|reiniciada,
      desde~: evt_, hasta~: evt_
    }`,
  ],
};

/** One line for each field, whatever the layout. */
const lines = (notation: string): string[] => notation.replaceAll(/\s+/g, ' ').split(/, (?=\S+: )/);

const assertNotation = (schema: object, table: string): void =>
  assert.deepEqual(lines(notate(schema)), lines(table));

describe('the schemas say what the tables of the contract say', () => {
  for (const [name, [schema, table]] of Object.entries(TABLES)) {
    test(name, () => assertNotation(schema, table));
  }

  test('Error body: the four fields, and valores_validos for a bad parameter', () => {
    const { ok, error, codigo, doc, valores_validos, ...rest } = ErrorBody.properties;
    assert.deepEqual(rest, {});
    assert.deepEqual([ok, error, doc].map(notate), ['false', 'string', 'url']);
    assert.match(notate(codigo), /^llave_ausente\|/);
    assert.equal(notate(valores_validos as Schema), '[string]');
    assert.deepEqual(ErrorBody.required, ['ok', 'error', 'codigo', 'doc']);
  });
});

describe('fields that a command may leave out', () => {
  const optional = (schema: Pick<Schema, 'required'> & { properties: object }) =>
    Object.keys(schema.properties).filter((name) => !schema.required?.includes(name));

  test('an order: minted fields, and those that are null unless given', () => {
    assert.deepEqual(optional(PedidoDraft).sort(), [
      ...['aceptado_en', 'creado_en', 'direccion', 'entrega', 'entregado_en', 'estado', 'fiscal'],
      ...['id', 'instrucciones', 'mesa', 'numero', 'programado_para', 'restaurante'],
    ]);
    assert.deepEqual(
      Object.keys(PedidoDraft.properties).sort(),
      Object.keys(Pedido.properties).sort(),
    );
  });

  test('an item: its id and those of its options, nothing else', () => {
    const draft = ITEM.replace('id: itm_', 'id?: itm_').replace('id: opc_', 'id?: opc_');
    assertNotation(PedidoDraft.properties.items, `[${draft}]`);
  });

  test('a note: any field of the objects it completes; pago cannot be emptied', () => {
    assertNotation(
      Anotacion,
      `{
        pago?: {
          metodo?: ${METODO}, estado?: ${ESTADO_PAGO}, proveedor?: string,
          referencia_externa?: string, pagos?: ${PAGOS}
        },
        entrega?~: {
          repartidor_nombre?~: string, zona_id?: zon_, zona_nombre?: string, tarifa_cents?: int
        },
        fiscal?~: { factura_numero?: string, factura_fecha?: timestamp, factura_pdf?: url },
        instrucciones?~: string, programado_para?~: timestamp
      }`,
    );
  });
});
