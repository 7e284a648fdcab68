import type Type from 'typebox';
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

type Ejemplo<T> = { summary: string; value: T };

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

const streamExample = (event: Evento): string =>
  [
    'retry: 2417',
    'event: conexion.ping',
    `id: ${NUEVO.id}`,
    `data: {"tipo":"conexion.ping","momento":"2026-11-14T20:40:58.004Z","reanudacion":"continuada","desde":"${NUEVO.id}","hasta":"${NUEVO.id}"}`,
    '',
    `event: ${event.tipo}`,
    `id: ${event.id}`,
    `data: ${JSON.stringify(event)}`,
    '\n',
  ].join('\n');

export const EJEMPLOS_EVENTO: Record<string, Ejemplo<Evento>> = {
  entregado: { summary: 'Un pedido entregado', value: ENTREGADO },
  nuevo: { summary: 'Un pedido nuevo', value: NUEVO },
};

type Ejemplos = {
  [O in Operacion]: Record<string, Ejemplo<Type.Static<(typeof RUTAS)[O]['response']['schema']>>>;
};

/** At least one answer for every operation; an operation without any does not compile. */
export const EJEMPLOS: Ejemplos = {
  listarPedidos: {
    primera: {
      summary: 'Primera página de dos pedidos',
      value: {
        datos: [PEDIDO_REPARTO, PEDIDO_MESA],
        paginacion: { limite: 2, siguiente: CURSOR_SIGUIENTE, anterior: null, total_aprox: 7_412 },
      },
    },
    vacia: {
      summary: 'Nada cumple los filtros',
      value: {
        datos: [],
        paginacion: { limite: 25, siguiente: null, anterior: null, total_aprox: 0 },
      },
    },
  },
  leerPedido: {
    reparto: { summary: 'Un pedido de reparto ya entregado', value: PEDIDO_REPARTO },
    mesa: { summary: 'Un pedido de mesa aún sin aceptar', value: PEDIDO_MESA },
  },
  leerHistorial: { entregado: { summary: 'De la creación a la entrega', value: HISTORIAL } },
  leerCarta: { carta: { summary: 'Una carta breve', value: CARTA } },
  listarZonas: { zonas: { summary: 'Una zona', value: ZONAS } },
  leerRestaurante: { perfil: { summary: 'El perfil de Casa Pepa', value: PERFIL } },
  exportarTabla: {
    ndjson: {
      summary: 'Pedidos enteros, uno por línea',
      value: `${JSON.stringify(PEDIDO_MESA)}\n`,
    },
  },
  escucharEventos: {
    reanudada: { summary: 'Una conexión reanudada y un evento', value: streamExample(ENTREGADO) },
  },
  listarEventos: {
    pagina: {
      summary: 'Dos eventos, y hay más',
      value: {
        datos: [NUEVO, ENTREGADO],
        paginacion: { limite: 2, siguiente: ENTREGADO.id, anterior: null, total_aprox: 31 },
      },
    },
    ultimo: {
      summary: 'La posición actual, con `despues_de=ultimo`',
      value: {
        datos: [],
        paginacion: { limite: 25, siguiente: ENTREGADO.id, anterior: null, total_aprox: 0 },
      },
    },
  },
  leerResumen: { semana: { summary: 'Los últimos siete días', value: RESUMEN } },
  crearWebhook: { creado: { summary: 'Recién registrado', value: WEBHOOK_CREADO } },
  listarWebhooks: { uno: { summary: 'Un webhook', value: { datos: [WEBHOOK] } } },
  cambiarWebhook: { cambiado: { summary: 'Ya cambiado', value: WEBHOOK } },
  rotarSecreto: { rotado: { summary: 'El secreto nuevo', value: SECRETO_ROTADO } },
  eliminarWebhook: {
    eliminado: { summary: 'Eliminado', value: { id: WEBHOOK.id, eliminado: true } },
  },
  listarEntregas: {
    pagina: { summary: 'Una entregada y una que se reintentará', value: PAGINA_ENTREGAS },
  },
  probarWebhook: {
    llego: { summary: 'Entregada', value: PRUEBA },
    certificado: { summary: 'El certificado del receptor no es válido', value: PRUEBA_FALLIDA },
  },
  crearReenvio: {
    desde: {
      summary: 'Todo desde un momento',
      value: { ...REENVIO, revisados: 0, encoladas: 0, entregadas: 0 },
    },
  },
  listarReenvios: { uno: { summary: 'Uno en marcha', value: { datos: [REENVIO] } } },
  activarWebhook: { activo: { summary: 'Activo de nuevo', value: WEBHOOK } },
};

export const EJEMPLOS_CUERPO: Readonly<
  Record<string, Record<string, Ejemplo<WebhookNuevo | WebhookCambios | Rotacion | ReenvioNuevo>>>
> = {
  crearWebhook: {
    completo: { summary: 'Todos los eventos', value: { url: WEBHOOK.url } },
    algunos: {
      summary: 'Solo algunos',
      value: {
        url: WEBHOOK.url,
        nombre: 'CRM',
        eventos: ['pedido.nuevo', 'pedido.entregado', 'pedido.cancelado'],
      },
    },
  },
  cambiarWebhook: {
    direccion: { summary: 'Otra dirección', value: { url: 'https://crm.casapepa.example/v2' } },
    eventos: { summary: 'Otros eventos', value: { eventos: ['pedido.entregado'] } },
  },
  rotarSecreto: {
    despacio: { summary: 'Con tres días de solape', value: { solape_horas: 72 } },
    ya: { summary: 'El secreto se ha filtrado', value: { solape_horas: 0 } },
  },
  crearReenvio: {
    una: { summary: 'Una entrega', value: { entrega: ENTREGADO.id } },
    desde: { summary: 'Todo desde un momento', value: { desde: '2026-11-14T18:00:00Z' } },
  },
};
