import type Type from 'typebox';
import { type Bilingual, both } from '../../bilingual.ts';
import type { ReenvioNuevo } from '../../recursos/entrega.ts';
import type { Evento } from '../../recursos/evento.ts';
import type { Historial } from '../../recursos/historial.ts';
import type { CampoPedido } from '../../recursos/pedido.ts';
import type { Rotacion, WebhookCambios, WebhookNuevo } from '../../recursos/webhook.ts';
import type { Operacion, RUTAS } from '../../rutas/rutas.ts';
import { PEDIDO_MESA, PEDIDO_REPARTO, RESTAURANTE } from './pedido.ts';
import { CARTA, PERFIL, RESUMEN, ZONAS } from './restaurante.ts';
import {
  PAGINA_ENTREGAS,
  PRUEBA,
  PRUEBA_FALLIDA,
  REENVIO,
  SECRETO_ROTADO,
  WEBHOOK,
  WEBHOOK_CREADO,
} from './webhook.ts';

const CURSOR_SIGUIENTE =
  '8dRdex4_UsSdFd4dkhfmKIVrBm2HiN1rYXBlZF8wMW03ZHRlZG5qaGNmZ2I1cXBxYWR6NHphMA';

const NADIE = { usuario: null, detalle: {} };

const HISTORIAL: Type.Static<typeof Historial> = {
  pedido_id: PEDIDO_REPARTO.id,
  eventos: [
    { momento: PEDIDO_REPARTO.creado_en, accion: 'creado', origen: 'sistema', ...NADIE },
    {
      momento: '2026-11-14T20:03:40.000Z',
      accion: 'confirmado',
      origen: 'apk_recepcion',
      usuario: 'Begoña',
      detalle: { minutos: 35 },
    },
    { momento: '2026-11-14T20:41:05.000Z', accion: 'entregado', origen: 'panel', ...NADIE },
  ],
};

type Ejemplo<T> = { summary: Bilingual; value: T };

const ejemplo = <T>(es: string, en: string, value: T): Ejemplo<T> => ({
  summary: both(es, en),
  value,
});

const ENTREGADO: Evento = {
  id: 'evt_0000002tgk9w3x5yp3xhfrv070',
  tipo: 'pedido.entregado',
  creado_en: '2026-11-14T20:41:05.120Z',
  restaurante_id: RESTAURANTE.id,
  secuencia: 92_691,
  datos: { pedido: PEDIDO_REPARTO, cambios: ['estado', 'entregado_en'] },
};

const NUEVO: Evento = {
  ...ENTREGADO,
  id: 'evt_0000002tge9w3x5yhmnmfmx0yk',
  tipo: 'pedido.nuevo',
  creado_en: '2026-11-14T20:00:51.530Z',
  secuencia: 92_686,
  datos: { pedido: PEDIDO_MESA, cambios: Object.keys(PEDIDO_MESA) as CampoPedido[] },
};

const FLUJO = [
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

export const EJEMPLOS_EVENTO: Record<string, Ejemplo<Evento>> = {
  entregado: ejemplo('Un pedido entregado', 'An order that was delivered', ENTREGADO),
  nuevo: ejemplo('Un pedido nuevo', 'A new order', NUEVO),
};

type Ejemplos = {
  [O in Operacion]: Record<string, Ejemplo<Type.Static<(typeof RUTAS)[O]['response']['schema']>>>;
};

/** At least one answer for every operation; an operation without any does not compile. */
export const EJEMPLOS: Ejemplos = {
  listarPedidos: {
    primera: ejemplo('Primera página de dos pedidos', 'First page of two orders', {
      datos: [PEDIDO_REPARTO, PEDIDO_MESA],
      paginacion: { limite: 2, siguiente: CURSOR_SIGUIENTE, anterior: null, total_aprox: 7_412 },
    }),
    vacia: ejemplo('Nada cumple los filtros', 'Nothing matches the filters', {
      datos: [],
      paginacion: { limite: 25, siguiente: null, anterior: null, total_aprox: 0 },
    }),
  },
  leerPedido: {
    reparto: ejemplo(
      'Un pedido de reparto ya entregado',
      'A delivery order, already delivered',
      PEDIDO_REPARTO,
    ),
    mesa: ejemplo(
      'Un pedido de mesa aún sin aceptar',
      'A table order, not accepted yet',
      PEDIDO_MESA,
    ),
  },
  leerHistorial: {
    entregado: ejemplo('De la creación a la entrega', 'From creation to delivery', HISTORIAL),
  },
  leerCarta: { carta: ejemplo('Una carta breve', 'A short menu', CARTA) },
  listarZonas: { zonas: ejemplo('Una zona', 'A zone', ZONAS) },
  leerRestaurante: {
    perfil: ejemplo('El perfil de Casa Pepa', 'The profile of Casa Pepa', PERFIL),
  },
  exportarTabla: {
    ndjson: ejemplo(
      'Pedidos enteros, uno por línea',
      'Whole orders, one per line',
      `${JSON.stringify(PEDIDO_MESA)}\n`,
    ),
  },
  escucharEventos: {
    reanudada: ejemplo(
      'Una conexión reanudada y un evento',
      'A resumed connection and an event',
      FLUJO,
    ),
  },
  listarEventos: {
    pagina: ejemplo('Dos eventos, y hay más', 'Two events, and there are more', {
      datos: [NUEVO, ENTREGADO],
      paginacion: { limite: 2, siguiente: ENTREGADO.id, anterior: null, total_aprox: 31 },
    }),
    ultimo: ejemplo(
      'La posición actual, con `despues_de=ultimo`',
      'The current position, with `despues_de=ultimo`',
      {
        datos: [],
        paginacion: { limite: 25, siguiente: ENTREGADO.id, anterior: null, total_aprox: 0 },
      },
    ),
  },
  leerResumen: { semana: ejemplo('Los últimos siete días', 'The last seven days', RESUMEN) },
  crearWebhook: { creado: ejemplo('Recién registrado', 'Just registered', WEBHOOK_CREADO) },
  listarWebhooks: { uno: ejemplo('Un webhook', 'A webhook', { datos: [WEBHOOK] }) },
  cambiarWebhook: { cambiado: ejemplo('Ya cambiado', 'Changed', WEBHOOK) },
  rotarSecreto: { rotado: ejemplo('El secreto nuevo', 'The new secret', SECRETO_ROTADO) },
  eliminarWebhook: {
    eliminado: ejemplo('Eliminado', 'Deleted', { id: WEBHOOK.id, eliminado: true }),
  },
  listarEntregas: {
    pagina: ejemplo(
      'Una entregada y una que se reintentará',
      'One delivered, and one that will be retried',
      PAGINA_ENTREGAS,
    ),
  },
  probarWebhook: {
    llego: ejemplo('Entregada', 'Delivered', PRUEBA),
    certificado: ejemplo(
      'El certificado del receptor no es válido',
      'The receiver’s certificate is not valid',
      PRUEBA_FALLIDA,
    ),
  },
  crearReenvio: {
    desde: ejemplo('Todo desde un momento', 'Everything since a moment', {
      ...REENVIO,
      revisados: 0,
      encoladas: 0,
      entregadas: 0,
    }),
  },
  listarReenvios: { uno: ejemplo('Uno en marcha', 'One in progress', { datos: [REENVIO] }) },
  activarWebhook: { activo: ejemplo('Activo de nuevo', 'Active again', WEBHOOK) },
};

export const EJEMPLOS_CUERPO: Readonly<
  Record<string, Record<string, Ejemplo<WebhookNuevo | WebhookCambios | Rotacion | ReenvioNuevo>>>
> = {
  crearWebhook: {
    completo: ejemplo('Todos los eventos', 'All events', { url: WEBHOOK.url }),
    algunos: ejemplo('Solo algunos', 'Only some', {
      url: WEBHOOK.url,
      nombre: 'CRM',
      eventos: ['pedido.nuevo', 'pedido.entregado', 'pedido.cancelado'],
    }),
  },
  cambiarWebhook: {
    direccion: ejemplo('Otra dirección', 'Another address', {
      url: 'https://crm.casapepa.example/v2',
    }),
    eventos: ejemplo('Otros eventos', 'Other events', { eventos: ['pedido.entregado'] }),
  },
  rotarSecreto: {
    despacio: ejemplo('Con tres días de solape', 'With an overlap of three days', {
      solape_horas: 72,
    }),
    ya: ejemplo('El secreto se ha filtrado', 'The secret has leaked', { solape_horas: 0 }),
  },
  crearReenvio: {
    una: ejemplo('Una entrega', 'One delivery', { entrega: ENTREGADO.id }),
    desde: ejemplo('Todo desde un momento', 'Everything since a moment', {
      desde: '2026-11-14T18:00:00Z',
    }),
  },
};
