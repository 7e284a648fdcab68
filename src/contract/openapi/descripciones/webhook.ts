import type { Descripciones } from '../componentes.ts';

const RESULTADO = {
  estado_http: 'Estado HTTP de la respuesta; null si no la hubo.',
  fallo:
    'Por qué no hubo una respuesta completa; null si la hubo. `cierre`, `dns_propio`, `red_propia` e `interno` son fallos de este servicio y no gastan ningún intento. Los demás son del receptor: `dns` (su nombre no se resuelve), `direccion_prohibida` (su dirección es privada o reservada), `conexion` (conexión rechazada o cortada), `tls` (error de certificado o de protocolo), `plazo` (pasaron más de 15 segundos), `corte` (la conexión se cortó a mitad de la petición o de la respuesta), `protocolo` (la respuesta no es HTTP).',
  duracion_ms: 'Cuánto duró el intento, en milisegundos.',
  respuesta: 'El principio de la respuesta, hasta 4 KiB; null si no la hubo.',
};

const WEBHOOK = {
  id: 'Identificador, con prefijo `wh_`.',
  url: 'La URL a la que se envían los eventos, tal como se registró.',
  eventos: 'Los tipos de evento que se envían; `pedido.*` y `*` equivalen a todos.',
  activo:
    'Si se le envían eventos. El servicio desactiva el webhook cuando el receptor responde 410 o pasan cinco días sin un solo éxito; las entregas pendientes se guardan.',
};

export const DESCRIPCIONES_WEBHOOK = {
  WebhookNuevo: {
    $: 'El webhook que quieres registrar.',

    url: 'La URL que recibirá los eventos: https, de una máquina pública, sin usuario, contraseña ni «#», de hasta 2048 caracteres.',
    nombre: 'Un nombre para que lo reconozcas.',
    eventos: 'Los tipos de evento que quieres recibir; por defecto, todos.',
  },
  WebhookCreado: {
    $: 'Un webhook recién registrado. Solo esta respuesta muestra su secreto.',

    ...WEBHOOK,
    secreto_firma:
      'El secreto con el que se firman sus eventos: 64 caracteres hexadecimales. Guárdalo: no se vuelve a mostrar.',
  },
  WebhookCambios: {
    $: 'Los campos del webhook que quieres cambiar: al menos uno. Los que omitas conservan su valor.',

    url: 'La URL nueva, con las mismas reglas que al registrar el webhook.',
    nombre: 'El nombre nuevo; null lo quita.',
    eventos: 'Los tipos de evento que quieres recibir desde ahora.',
  },
  Rotacion: {
    $: 'Cómo cambiar el secreto.',
    solape_horas:
      'Durante cuántas horas sigue valiendo el secreto anterior. Con 0, ese secreto y los de rotaciones anteriores dejan de valer en el acto.',
  },
  SecretoRotado: {
    $: 'El secreto nuevo de un webhook. Solo esta respuesta lo muestra.',

    id: 'El webhook.',
    secreto_firma:
      'El secreto nuevo: 64 caracteres hexadecimales. Guárdalo: no se vuelve a mostrar.',
    anterior_hasta: 'Hasta cuándo vale el secreto anterior; null si ya no vale.',
  },
  ListaWebhooks: {
    $: 'Los webhooks del restaurante.',
    datos: 'Los webhooks, del más antiguo al más reciente.',
  },
  Webhook: {
    $: 'Un webhook.',

    ...WEBHOOK,
    nombre: 'El nombre que se le dio, o null.',
    creado_en: 'Cuándo se registró.',
    ultima_entrega: 'Cuándo fue la última entrega con éxito; null si no ha habido ninguna.',
  },
  WebhookEliminado: {
    $: 'La confirmación de que un webhook se ha eliminado.',
    id: 'El webhook que se eliminó.',
    eliminado: 'Siempre true.',
  },
  PaginaEntregas: {
    $: 'Una página de la lista de entregas.',
    datos: 'Las entregas, de la más reciente a la más antigua.',
    paginacion: 'Los cursores de las páginas vecinas.',
  },
  PaginacionEntregas: {
    $: 'Dónde está la página dentro de la lista.',

    limite: 'Cuántas entregas lleva la página como máximo.',
    siguiente: 'Cursor de la página siguiente; null en la última.',
    anterior: 'Cursor de la página anterior; null en la primera.',
  },
  EntregaWebhook: {
    $: 'La entrega de un evento a un webhook.',

    id: 'El identificador del evento, que el receptor conoce como `X-Svc-Id`.',
    tipo: 'El tipo del evento.',
    pedido_id: 'El pedido del que trata.',
    pedido_numero: 'El número legible del pedido: `20261114-42`.',
    secuencia: 'La posición del evento en el registro del restaurante.',
    creado_en: 'Cuándo se registró el evento.',
    estado:
      '`pendiente`: el servicio la enviará o la reintentará. `entregada`: el receptor respondió 2xx. `fallida`: se agotaron los intentos.',
    intentos: 'Número de intentos hasta ahora.',
    ultimo_intento: 'Cómo fue el último intento; null si aún no ha habido ninguno.',
    intentos_anteriores:
      'Cómo fueron los intentos anteriores al último, del más antiguo al más reciente; como mucho, los 24 más recientes. Un intento interrumpido por una caída del servicio cuenta en `intentos`, pero puede faltar aquí.',
    proximo_intento:
      'Cuándo hará el servicio el próximo intento; null si no habrá otro, o si la entrega espera a un evento anterior del mismo pedido.',
  },
  UltimoIntento: {
    $: 'Cómo fue un intento de entrega.',
    momento: 'Cuándo terminó.',
    ...RESULTADO,
  },
  IntentoAnterior: {
    $: 'Cómo fue un intento anterior. El texto de su respuesta no se guarda.',

    momento: 'Cuándo terminó.',
    estado_http: RESULTADO.estado_http,
    fallo: 'Por qué no hubo una respuesta completa, como en `ultimo_intento`; null si la hubo.',
    duracion_ms: RESULTADO.duracion_ms,
  },
  Prueba: {
    $: 'Cómo fue una entrega de prueba.',

    id: 'El identificador del evento de prueba, que el receptor vio como `X-Svc-Id`.',
    entregada: 'Si el receptor respondió 2xx a tiempo.',
    ...RESULTADO,
  },
  ReenvioNuevo: {
    $: 'Lo que quieres volver a enviar: exactamente uno de los dos campos.',

    entrega: 'El `id` de una entrega.',
    desde:
      'Todos los eventos desde este momento: `AAAA-MM-DD` (medianoche UTC) o fecha y hora ISO 8601 con zona.',
  },
  ListaReenvios: {
    $: 'Los reenvíos de un webhook.',
    datos: 'Los reenvíos, del más reciente al más antiguo.',
  },
  Reenvio: {
    $: 'Un reenvío y su progreso.',

    id: 'Identificador, con prefijo `rnv_`.',
    creado_en: 'Cuándo se pidió.',
    completo: 'Si ya ha terminado.',
    eventos:
      'Cuántos eventos abarca, incluidos los de tipos a los que el webhook no está suscrito.',
    revisados:
      'Cuántos de ellos ya están encolados, o descartados porque no eran para este webhook.',
    encoladas: 'Entregas encoladas.',
    entregadas: 'Entregas que han llegado.',
    fallidas: 'Entregas que han agotado sus intentos.',
  },
} as const satisfies Partial<Descripciones>;
