import Type from 'typebox';
import {
  ESTADOS_ENTREGA,
  ListaReenvios,
  PaginaEntregas,
  Prueba,
  Reenvio,
  ReenvioNuevo,
} from '../recursos/entrega.ts';
import { Limite } from '../recursos/paginacion.ts';
import {
  ListaWebhooks,
  Rotacion,
  SecretoRotado,
  Webhook,
  WebhookCambios,
  WebhookCreado,
  WebhookEliminado,
  WebhookNuevo,
} from '../recursos/webhook.ts';
import { Id } from '../scalars.ts';
import { COMUNES, LECTURA, param, type Ruta } from './ruta.ts';

const WEBHOOK_ID = param(
  Id('webhook'),
  'Identificador del webhook, con su prefijo `wh_`.',
  'wh_01m7dtednjhcfgb5qpqadz4za1',
);

const DE_WEBHOOKS = { ...LECTURA, alcance: 'webhook.recibir', tag: 'Webhooks' } as const;
const DE_UN_WEBHOOK = {
  ...DE_WEBHOOKS,
  params: { id: WEBHOOK_ID },
  errors: [...COMUNES, 'no_encontrado'],
} as const;
const CON_CUERPO = [...COMUNES, 'tipo_no_soportado'] as const;

export const RUTAS_WEBHOOKS = {
  crearWebhook: {
    ...DE_WEBHOOKS,
    method: 'POST',
    path: '/webhooks',
    summary: 'Registra un webhook',
    description:
      'A partir de este momento, el servicio envía a `url` cada evento de los tipos suscritos con un POST firmado. `url` ha de ser https y de una máquina pública. Por defecto, `eventos` es `["*"]`: todos los tipos. La respuesta lleva `secreto_firma`, que no se vuelve a mostrar. Un restaurante puede tener hasta 20 webhooks.',
    body: WebhookNuevo,
    response: { status: 201, description: 'El webhook, con su secreto.', schema: WebhookCreado },
    errors: CON_CUERPO,
  },
  listarWebhooks: {
    ...DE_WEBHOOKS,
    path: '/webhooks',
    summary: 'Lista los webhooks',
    description: 'Los webhooks del restaurante, del más antiguo al más reciente, sin sus secretos.',
    response: { status: 200, description: 'Los webhooks.', schema: ListaWebhooks },
  },
  cambiarWebhook: {
    ...DE_UN_WEBHOOK,
    method: 'PATCH',
    path: '/webhooks/{id}',
    summary: 'Cambia un webhook',
    description:
      'Cambia los campos que envíes: `url` (con las mismas reglas que al registrar el webhook), `nombre` (null lo quita) y `eventos`. Las entregas pendientes van a la URL nueva; los tipos nuevos valen para los eventos que el servicio aún no ha empezado a enviar. El secreto no cambia, y un webhook desactivado sigue desactivado.',
    body: WebhookCambios,
    response: { status: 200, description: 'El webhook, ya cambiado.', schema: Webhook },
    errors: [...CON_CUERPO, 'no_encontrado'],
  },
  rotarSecreto: {
    ...DE_UN_WEBHOOK,
    method: 'POST',
    path: '/webhooks/{id}/secreto',
    summary: 'Cambia el secreto de firma',
    description:
      'Crea otro `secreto_firma`, que no se vuelve a mostrar. Durante `solape_horas` el secreto anterior sigue valiendo y cada entrega va firmada con ambos: `webhook-signature` lleva las dos firmas, `X-Svc-Firma` una y `X-Svc-Firma-Alterna` la otra. Un receptor que conoce un solo secreto también puede cambiarlo cuando quiera: después de que responda 4xx, el servicio firma `X-Svc-Firma` con el otro. Con `solape_horas: 0`, todos los secretos anteriores dejan de valer en el acto.',
    body: Rotacion,
    response: { status: 200, description: 'El secreto nuevo.', schema: SecretoRotado },
    errors: [...CON_CUERPO, 'no_encontrado'],
  },
  eliminarWebhook: {
    ...DE_UN_WEBHOOK,
    method: 'DELETE',
    path: '/webhooks/{id}',
    summary: 'Elimina un webhook',
    description: 'El servicio no le envía nada más, ni siquiera las entregas pendientes.',
    response: { status: 200, description: 'Eliminado.', schema: WebhookEliminado },
  },
  listarEntregas: {
    ...DE_UN_WEBHOOK,
    path: '/webhooks/{id}/entregas',
    summary: 'Lista las entregas de un webhook',
    description:
      'Las entregas hechas o intentadas, de la más reciente a la más antigua: el estado de cada una, cuántos intentos lleva, qué respondió el receptor (hasta 4 KiB) y cuándo es el próximo intento.',
    query: {
      estado: param(Type.Enum(ESTADOS_ENTREGA), 'Solo las entregas en este estado.', 'fallida'),
      limite: param(Limite, 'Cuántas entregas lleva la página.', '50'),
      cursor: param(
        Type.String(),
        'El `siguiente` o el `anterior` de otra página del mismo webhook y con el mismo filtro.',
        '8dRdex4_UsSdFd4dkhfmKIVrBm2HiN1rYTkyNjkx',
      ),
    },
    response: { status: 200, description: 'Una página de entregas.', schema: PaginaEntregas },
  },
  probarWebhook: {
    ...DE_UN_WEBHOOK,
    method: 'POST',
    path: '/webhooks/{id}/prueba',
    summary: 'Envía un evento de prueba',
    description:
      'Envía en el acto un evento inventado, cuyo `id` empieza por `evt_prueba_`, firmado y entregado como los demás, y responde con el resultado. Espera hasta 15 segundos. La prueba no queda en la lista de entregas ni se reintenta, y funciona también con el webhook desactivado.',
    response: { status: 200, description: 'El resultado de la prueba.', schema: Prueba },
  },
  crearReenvio: {
    ...DE_UN_WEBHOOK,
    method: 'POST',
    path: '/webhooks/{id}/reenvios',
    summary: 'Vuelve a enviar eventos',
    description:
      'Vuelve a enviar una entrega (`entrega`: su `id`) o todos los eventos desde un momento (`desde`: fecha ISO 8601 con zona), con los mismos `X-Svc-Id`. El reenvío va aparte, sin retrasar los eventos nuevos, y continúa tras una caída del servicio. Envía exactamente uno de los dos campos.',
    body: ReenvioNuevo,
    response: { status: 201, description: 'El reenvío, ya en marcha.', schema: Reenvio },
    errors: [...CON_CUERPO, 'no_encontrado'],
  },
  listarReenvios: {
    ...DE_UN_WEBHOOK,
    path: '/webhooks/{id}/reenvios',
    summary: 'Lista los reenvíos y su progreso',
    description: 'Los últimos 25 reenvíos, del más reciente al más antiguo.',
    response: { status: 200, description: 'Los reenvíos.', schema: ListaReenvios },
  },
  activarWebhook: {
    ...DE_UN_WEBHOOK,
    method: 'POST',
    path: '/webhooks/{id}/activar',
    summary: 'Activa un webhook',
    description:
      'Vuelve a activar un webhook que se desactivó (por un 410 o por cinco días sin un solo éxito). El servicio envía primero un solo evento; si llega, envía el resto de las entregas pendientes, en orden y a un ritmo limitado. Si el webhook ya está activo, no cambia nada.',
    response: { status: 200, description: 'El webhook.', schema: Webhook },
  },
} as const satisfies Record<string, Ruta>;
