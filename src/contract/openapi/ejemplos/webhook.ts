import type { Entrega, PaginaEntregas, Prueba, Reenvio } from '../../recursos/entrega.ts';
import type { SecretoRotado, Webhook, WebhookCreado } from '../../recursos/webhook.ts';
import { PEDIDO_REPARTO } from './pedido.ts';

export const WEBHOOK: Webhook = {
  id: 'wh_01m7dtednjhcfgb5qpqadz4za1',
  nombre: 'CRM',
  url: 'https://crm.casapepa.example/comanda',
  eventos: ['pedido.*'],
  activo: true,
  creado_en: '2026-11-01T09:30:00.000Z',
  ultima_entrega: '2026-11-14T20:41:05.310Z',
};

export const WEBHOOK_CREADO: WebhookCreado = {
  id: WEBHOOK.id,
  url: WEBHOOK.url,
  eventos: WEBHOOK.eventos,
  secreto_firma: '8b1a9953c4611296a827abf8c47804d7e6c49c6b97b1b2d1f4d7f4f1b5d1c0aa',
  activo: WEBHOOK.activo,
};

export const SECRETO_ROTADO: SecretoRotado = {
  id: WEBHOOK.id,
  secreto_firma: '2f7c1d90b8e64a53c0f1e2d3b4a5968778695a4b3c2d1e0f90a1b2c3d4e5f607',
  anterior_hasta: '2026-11-15T20:41:05.310Z',
};

const ENTREGADA: Entrega = {
  id: 'evt_0000002tgk9w3x5yp3xhfrv070',
  tipo: 'pedido.entregado',
  pedido_id: PEDIDO_REPARTO.id,
  pedido_numero: PEDIDO_REPARTO.numero,
  secuencia: 92_691,
  creado_en: '2026-11-14T20:41:05.120Z',
  estado: 'entregada',
  intentos: 1,
  ultimo_intento: {
    momento: '2026-11-14T20:41:05.310Z',
    estado_http: 200,
    fallo: null,
    duracion_ms: 143,
    respuesta: 'ok',
  },
  intentos_anteriores: [],
  proximo_intento: null,
};

const PENDIENTE: Entrega = {
  ...ENTREGADA,
  id: 'evt_0000002tgj9w3x5yq8n4d7c2m1',
  tipo: 'pedido.aceptado',
  secuencia: 92_690,
  creado_en: '2026-11-14T20:03:40.050Z',
  estado: 'pendiente',
  intentos: 3,
  ultimo_intento: {
    momento: '2026-11-14T20:04:31.900Z',
    estado_http: null,
    fallo: 'plazo',
    duracion_ms: 15_000,
    respuesta: null,
  },
  intentos_anteriores: [
    {
      momento: '2026-11-14T20:03:40.400Z',
      estado_http: 502,
      fallo: null,
      duracion_ms: 310,
    },
    { momento: '2026-11-14T20:03:46.102Z', estado_http: null, fallo: 'conexion', duracion_ms: 12 },
  ],
  proximo_intento: '2026-11-14T20:06:48.000Z',
};

export const PAGINA_ENTREGAS: PaginaEntregas = {
  datos: [ENTREGADA, PENDIENTE],
  paginacion: {
    limite: 2,
    siguiente: '8dRdex4_UsSdFd4dkhfmKIVrBm2HiN1rYTkyNjkw',
    anterior: null,
  },
};

export const PRUEBA: Prueba = {
  id: 'evt_prueba_7k2m9x1c4r',
  entregada: true,
  estado_http: 204,
  fallo: null,
  duracion_ms: 88,
  respuesta: '',
};

export const PRUEBA_FALLIDA: Prueba = {
  id: 'evt_prueba_0v5n8q3t6w',
  entregada: false,
  estado_http: null,
  fallo: 'tls',
  duracion_ms: 41,
  respuesta: null,
};

export const REENVIO: Reenvio = {
  id: 'rnv_01m7dv2k4p6r8t0w2y4a6c8e0g',
  creado_en: '2026-11-14T21:00:00.000Z',
  completo: false,
  eventos: 412,
  revisados: 256,
  encoladas: 250,
  entregadas: 238,
  fallidas: 0,
};
