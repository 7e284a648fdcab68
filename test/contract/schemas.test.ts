import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type Type from 'typebox';
import { Compile } from 'typebox/compile';
import { COMANDOS, type Op } from '../../src/contract/comandos.ts';
import { ErrorBody } from '../../src/contract/errores.ts';
import { Carta } from '../../src/contract/recursos/carta.ts';
import { Evento, Ping } from '../../src/contract/recursos/evento.ts';
import { Historial } from '../../src/contract/recursos/historial.ts';
import { Paginacion } from '../../src/contract/recursos/paginacion.ts';
import { Pedido } from '../../src/contract/recursos/pedido.ts';
import { Restaurante } from '../../src/contract/recursos/restaurante.ts';
import { Resumen } from '../../src/contract/recursos/resumen.ts';
import { Webhook, WebhookCreado, WebhookNuevo } from '../../src/contract/recursos/webhook.ts';
import { Zona } from '../../src/contract/recursos/zona.ts';
import {
  comando,
  NOW,
  RESTAURANTE_ID,
  sampleCarta,
  sampleHistorial,
  samplePedidoEntero,
  sampleRestaurante,
  sampleZonas,
} from '../support/samples.ts';
import { mutations } from './mutations.ts';

/** Every nullable field filled, every array with something in it. */
const pedido = samplePedidoEntero({
  programado_para: NOW,
  mesa: { numero: '12', comensales: 4 },
  entrega: {
    repartidor_nombre: 'Nuria',
    zona_id: 'zon_centro',
    zona_nombre: 'Centro',
    tarifa_cents: 199,
  },
});
const horario = { lunes: [{ desde: '13:00', hasta: '16:00' }] };
const restaurante = sampleRestaurante({ horario });
const carta = sampleCarta();
const [categoria] = carta.categorias;
if (categoria !== undefined) categoria.visible_horario = [{ desde: '13:00', hasta: '24:00' }];
const historial = sampleHistorial().slice(1);
const [zona] = sampleZonas();

const webhook = {
  id: 'wh_1',
  url: 'https://crm.example/avisos',
  eventos: ['pedido.*'],
  activo: true,
};

const DOCUMENTS: [name: string, schema: Type.TSchema, document: unknown][] = [
  ['Pedido', Pedido, pedido],
  ['Historial', Historial, { pedido_id: pedido.id, eventos: historial }],
  [
    'Carta',
    Carta,
    { restaurante_id: RESTAURANTE_ID, restaurante_slug: 'casa-pepa', generado_en: NOW, ...carta },
  ],
  ['Zona', Zona, zona],
  ['Restaurante', Restaurante, restaurante],
  [
    'Resumen',
    Resumen,
    {
      periodo: '7d',
      desde: '2026-11-09T00:00:00+01:00',
      hasta: '2026-11-16T00:00:00+01:00',
      zona_horaria: 'Europe/Madrid',
      kpis: {
        pedidos_total: 3,
        pedidos_cancelados: 1,
        clientes_distintos: 2,
        ventas_cents: 7_358,
        ticket_medio_cents: 2_453,
        moneda: 'EUR',
      },
      mix_tipo: { reparto: 2, recogida: 1, mesa: 0 },
      top_productos: [{ producto_id: 'prod_agua', nombre: 'Agua', unidades: 3, ventas_cents: 540 }],
    },
  ],
  ['Paginacion', Paginacion, { limite: 25, siguiente: 'c2ln', anterior: 'YW50', total_aprox: 90 }],
  ['WebhookNuevo', WebhookNuevo, { url: webhook.url, nombre: 'CRM', eventos: ['*'] }],
  ['WebhookCreado', WebhookCreado, { ...webhook, secreto_firma: '0123456789abcdef'.repeat(4) }],
  ['Webhook', Webhook, { ...webhook, nombre: 'CRM', creado_en: NOW, ultima_entrega: NOW }],
  [
    'Evento',
    Evento,
    {
      id: 'evt_1',
      tipo: 'pedido.nuevo',
      creado_en: NOW,
      restaurante_id: RESTAURANTE_ID,
      secuencia: 1,
      datos: { pedido, cambios: ['estado', 'aceptado_en'] },
    },
  ],
  [
    'Ping',
    Ping,
    {
      tipo: 'conexion.ping',
      momento: NOW,
      reanudacion: 'continuada',
      desde: 'evt_1',
      hasta: 'evt_2',
    },
  ],
  [
    'ErrorBody',
    ErrorBody,
    {
      ok: false,
      error: 'El parámetro «limite» va de 1 a 100.',
      codigo: 'parametro_invalido',
      doc: 'https://comanda.example/docs#autenticacion',
      valores_validos: ['1..100'],
    },
  ],
];

const extra = {
  origen: 'tpv',
  usuario: 'Begoña',
  detalle: { motivo: 'prueba' },
  momento: NOW,
  clave: 'tpv-1/917',
} as const;
const COMMANDS: { [O in Op]: unknown } = {
  'restaurante.guardar': comando.guardarRestaurante(restaurante),
  'carta.guardar': comando.guardarCarta(carta),
  'zonas.guardar': comando.guardarZonas(),
  'cliente.olvidar': comando.olvidar({
    telefono: '600',
    email: 'a@example.com',
    pedido_id: 'ped_1',
  }),
  'pedido.crear': comando.crear(pedido, extra),
  'pedido.importar': comando.importar(pedido, historial, extra),
  'pedido.avanzar': comando.avanzar('ped_1', 'listo', extra),
  'pedido.rechazar': comando.rechazar('ped_1', extra),
  'pedido.cancelar': comando.cancelar('ped_1', extra),
  'pedido.modificar_items': comando.modificarItems('ped_1', pedido.items, pedido.totales, extra),
  'pedido.anotar': comando.anotar(
    'ped_1',
    {
      pago: pedido.pago,
      entrega: pedido.entrega,
      fiscal: pedido.fiscal,
      instrucciones: 'Sin prisa',
      programado_para: NOW,
    },
    extra,
  ),
};

const proveEveryField = (schema: Type.TSchema, document: unknown): void => {
  const validator = Compile(schema);
  assert.ok(validator.Check(document), 'the whole document is valid');
  let tried = 0;
  for (const { what, document: changed, valid } of mutations(schema, document)) {
    tried += 1;
    assert.equal(validator.Check(changed), valid, `${what} is ${valid ? 'accepted' : 'refused'}`);
  }
  assert.ok(tried > 20, `only ${tried} changes were tried`);
};

describe('each field, one change at a time: missing, too many, null, another type, its limits', () => {
  for (const [name, schema, document] of DOCUMENTS) {
    test(name, () => proveEveryField(schema, document));
  }
  for (const [op, document] of Object.entries(COMMANDS)) {
    test(`command ${op}`, () => proveEveryField(COMANDOS[op as Op], document));
  }
});

test('a note that notes nothing is refused', () => {
  const validator = Compile(COMANDOS['pedido.anotar']);
  assert.equal(validator.Check(comando.anotar('ped_1', {})), false);
  assert.equal(validator.Check(comando.anotar('ped_1', { entrega: null })), true);
});
