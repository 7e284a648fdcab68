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
  entregado: {
    summary: both('Un pedido entregado', 'An order that was delivered'),
    value: ENTREGADO,
  },
  nuevo: { summary: both('Un pedido nuevo', 'A new order'), value: NUEVO },
};

type Ejemplos = {
  [O in Operacion]: Record<string, Ejemplo<Type.Static<(typeof RUTAS)[O]['response']['schema']>>>;
};

/** At least one answer for every operation; an operation without any does not compile. */
export const EJEMPLOS: Ejemplos = {
  listarPedidos: {
    primera: {
      summary: both('Primera página de dos pedidos', 'First page of two orders'),
      value: {
        datos: [PEDIDO_REPARTO, PEDIDO_MESA],
        paginacion: { limite: 2, siguiente: CURSOR_SIGUIENTE, anterior: null, total_aprox: 7_412 },
      },
    },
    vacia: {
      summary: both('Nada cumple los filtros', 'Nothing matches the filters'),
      value: {
        datos: [],
        paginacion: { limite: 25, siguiente: null, anterior: null, total_aprox: 0 },
      },
    },
  },
  leerPedido: {
    reparto: {
      summary: both('Un pedido de reparto ya entregado', 'A delivery order, already delivered'),
      value: PEDIDO_REPARTO,
    },
    mesa: {
      summary: both('Un pedido de mesa aún sin aceptar', 'A table order, not accepted yet'),
      value: PEDIDO_MESA,
    },
  },
  leerHistorial: {
    entregado: {
      summary: both('De la creación a la entrega', 'From creation to delivery'),
      value: HISTORIAL,
    },
  },
  leerCarta: { carta: { summary: both('Una carta breve', 'A short menu'), value: CARTA } },
  listarZonas: { zonas: { summary: both('Una zona', 'A zone'), value: ZONAS } },
  leerRestaurante: {
    perfil: { summary: both('El perfil de Casa Pepa', 'The profile of Casa Pepa'), value: PERFIL },
  },
  exportarTabla: {
    ndjson: {
      summary: both('Pedidos enteros, uno por línea', 'Whole orders, one per line'),
      value: `${JSON.stringify(PEDIDO_MESA)}\n`,
    },
  },
  escucharEventos: {
    reanudada: {
      summary: both('Una conexión reanudada y un evento', 'A resumed connection and an event'),
      value: streamExample(ENTREGADO),
    },
  },
  listarEventos: {
    pagina: {
      summary: both('Dos eventos, y hay más', 'Two events, and there are more'),
      value: {
        datos: [NUEVO, ENTREGADO],
        paginacion: { limite: 2, siguiente: ENTREGADO.id, anterior: null, total_aprox: 31 },
      },
    },
    ultimo: {
      summary: both(
        'La posición actual, con `despues_de=ultimo`',
        'The current position, with `despues_de=ultimo`',
      ),
      value: {
        datos: [],
        paginacion: { limite: 25, siguiente: ENTREGADO.id, anterior: null, total_aprox: 0 },
      },
    },
  },
  leerResumen: {
    semana: { summary: both('Los últimos siete días', 'The last seven days'), value: RESUMEN },
  },
  crearWebhook: {
    creado: { summary: both('Recién registrado', 'Just registered'), value: WEBHOOK_CREADO },
  },
  listarWebhooks: {
    uno: { summary: both('Un webhook', 'A webhook'), value: { datos: [WEBHOOK] } },
  },
  cambiarWebhook: { cambiado: { summary: both('Ya cambiado', 'Changed'), value: WEBHOOK } },
  rotarSecreto: {
    rotado: { summary: both('El secreto nuevo', 'The new secret'), value: SECRETO_ROTADO },
  },
  eliminarWebhook: {
    eliminado: {
      summary: both('Eliminado', 'Deleted'),
      value: { id: WEBHOOK.id, eliminado: true },
    },
  },
  listarEntregas: {
    pagina: {
      summary: both(
        'Una entregada y una que se reintentará',
        'One delivered, and one that will be retried',
      ),
      value: PAGINA_ENTREGAS,
    },
  },
  probarWebhook: {
    llego: { summary: both('Entregada', 'Delivered'), value: PRUEBA },
    certificado: {
      summary: both(
        'El certificado del receptor no es válido',
        'The receiver’s certificate is not valid',
      ),
      value: PRUEBA_FALLIDA,
    },
  },
  crearReenvio: {
    desde: {
      summary: both('Todo desde un momento', 'Everything since a moment'),
      value: { ...REENVIO, revisados: 0, encoladas: 0, entregadas: 0 },
    },
  },
  listarReenvios: {
    uno: { summary: both('Uno en marcha', 'One in progress'), value: { datos: [REENVIO] } },
  },
  activarWebhook: { activo: { summary: both('Activo de nuevo', 'Active again'), value: WEBHOOK } },
};

export const EJEMPLOS_CUERPO: Readonly<
  Record<string, Record<string, Ejemplo<WebhookNuevo | WebhookCambios | Rotacion | ReenvioNuevo>>>
> = {
  crearWebhook: {
    completo: { summary: both('Todos los eventos', 'All events'), value: { url: WEBHOOK.url } },
    algunos: {
      summary: both('Solo algunos', 'Only some'),
      value: {
        url: WEBHOOK.url,
        nombre: 'CRM',
        eventos: ['pedido.nuevo', 'pedido.entregado', 'pedido.cancelado'],
      },
    },
  },
  cambiarWebhook: {
    direccion: {
      summary: both('Otra dirección', 'Another address'),
      value: { url: 'https://crm.casapepa.example/v2' },
    },
    eventos: {
      summary: both('Otros eventos', 'Other events'),
      value: { eventos: ['pedido.entregado'] },
    },
  },
  rotarSecreto: {
    despacio: {
      summary: both('Con tres días de solape', 'With an overlap of three days'),
      value: { solape_horas: 72 },
    },
    ya: {
      summary: both('El secreto se ha filtrado', 'The secret has leaked'),
      value: { solape_horas: 0 },
    },
  },
  crearReenvio: {
    una: { summary: both('Una entrega', 'One delivery'), value: { entrega: ENTREGADO.id } },
    desde: {
      summary: both('Todo desde un momento', 'Everything since a moment'),
      value: { desde: '2026-11-14T18:00:00Z' },
    },
  },
};
