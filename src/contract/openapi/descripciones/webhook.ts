import type { Descripciones } from '../componentes.ts';

const RESULTADO = {
  estado_http: 'Estado HTTP de la respuesta; null si no la hubo.',
  fallo:
    'Por qué no hubo una respuesta entera; null si la hubo. `cierre`, `dns_propio`, `red_propia` e `interno` son fallos nuestros y no gastan intento. Del receptor: `dns` (el nombre no se resuelve), `direccion_prohibida` (privada o reservada), `conexion` (rechazada o cortada), `tls` (certificado o protocolo), `plazo` (más de 15 segundos), `corte` (a mitad de la petición o de la respuesta), `protocolo` (la respuesta no es HTTP).',
  duracion_ms: 'Cuánto duró, en milisegundos.',
  respuesta: 'El principio de la respuesta, hasta 4 KiB; null si no la hubo.',
};

const WEBHOOK = {
  id: 'Identificador, con prefijo `wh_`.',
  url: 'La dirección a la que se envía, tal como se registró.',
  eventos: 'Los tipos de evento que se envían; `pedido.*` y `*` son todos.',
  activo:
    'Si se le envían eventos. Se desactiva cuando responde 410 o pasa cinco días sin un solo éxito; lo pendiente se guarda.',
};

export const DESCRIPCIONES_WEBHOOK = {
  WebhookNuevo: {
    $: 'Un webhook que se quiere registrar.',

    url: 'La dirección que recibirá los eventos: https, pública, sin usuario, contraseña ni «#», de hasta 2048 caracteres.',
    nombre: 'Un nombre para reconocerlo.',
    eventos: 'Los tipos de evento que se quieren recibir. Si falta, todos.',
  },
  WebhookCreado: {
    $: 'Un webhook recién registrado. Es la única vez que se muestra su secreto.',

    ...WEBHOOK,
    secreto_firma:
      'El secreto con el que se firman sus eventos: 64 caracteres hexadecimales. Guárdalo: no se vuelve a mostrar.',
  },
  WebhookCambios: {
    $: 'Lo que se quiere cambiar de un webhook: al menos un campo. Los que faltan se quedan como están.',

    url: 'La dirección nueva, con las mismas reglas que al registrarlo.',
    nombre: 'El nombre nuevo; null lo quita.',
    eventos: 'Los tipos de evento que se quieren recibir desde ahora.',
  },
  Rotacion: {
    $: 'Cómo cambiar el secreto.',
    solape_horas:
      'Durante cuántas horas sigue valiendo el secreto anterior. 0: ninguna, tampoco los de rotaciones anteriores.',
  },
  SecretoRotado: {
    $: 'El secreto nuevo de un webhook. Es la única vez que se muestra.',

    id: 'El webhook.',
    secreto_firma:
      'El secreto nuevo: 64 caracteres hexadecimales. Guárdalo: no se vuelve a mostrar.',
    anterior_hasta: 'Hasta cuándo vale el secreto anterior; null si ya no vale.',
  },
  ListaWebhooks: {
    $: 'Los webhooks del restaurante.',
    datos: 'Del más antiguo al más reciente.',
  },
  Webhook: {
    $: 'Un webhook.',

    ...WEBHOOK,
    nombre: 'El nombre que se le dio, o null.',
    creado_en: 'Cuándo se registró.',
    ultima_entrega: 'Cuándo se le entregó algo por última vez, o null.',
  },
  WebhookEliminado: {
    $: 'La confirmación de que un webhook ya no existe.',
    id: 'El webhook que se eliminó.',
    eliminado: 'Siempre true.',
  },
  PaginaEntregas: {
    $: 'Una página de la lista de entregas.',
    datos: 'Las entregas, de la más reciente a la más antigua.',
    paginacion: 'Cómo seguir.',
  },
  PaginacionEntregas: {
    $: 'Dónde está la página dentro de la lista.',

    limite: 'Cuántas entregas caben en la página.',
    siguiente: 'Cursor de la página siguiente; null en la última.',
    anterior: 'Cursor de la página anterior; null en la primera.',
  },
  EntregaWebhook: {
    $: 'Un evento camino de un webhook.',

    id: 'El identificador del evento, que el receptor conoce como `X-Svc-Id`.',
    tipo: 'El tipo del evento.',
    pedido_id: 'El pedido del que trata.',
    pedido_numero: 'El número del pedido, el que dicen las personas: `20261114-42`.',
    secuencia: 'El número del evento dentro del restaurante.',
    creado_en: 'Cuándo se registró el evento.',
    estado:
      '`pendiente`: se enviará o se volverá a intentar. `entregada`: el receptor respondió 2xx. `fallida`: se agotaron los intentos.',
    intentos: 'Cuántas veces se ha enviado.',
    ultimo_intento: 'Cómo fue el último intento; null si aún no ha habido ninguno.',
    intentos_anteriores:
      'Cómo fueron los intentos anteriores al último, del más antiguo al más reciente; los últimos 24. Un intento que una caída del servicio interrumpió cuenta en `intentos` y puede faltar aquí.',
    proximo_intento:
      'Cuándo se intentará otra vez; null si no se intentará, o si espera a un evento anterior del mismo pedido.',
  },
  UltimoIntento: {
    $: 'Cómo fue un intento de entrega.',
    momento: 'Cuándo terminó.',
    ...RESULTADO,
  },
  IntentoAnterior: {
    $: 'Cómo fue un intento anterior. De su respuesta no se guarda el texto.',

    momento: 'Cuándo terminó.',
    estado_http: RESULTADO.estado_http,
    fallo: 'Por qué no hubo una respuesta entera, como en `ultimo_intento`; null si la hubo.',
    duracion_ms: RESULTADO.duracion_ms,
  },
  Prueba: {
    $: 'Cómo fue una entrega de prueba.',

    id: 'El identificador del evento de prueba, que el receptor vio como `X-Svc-Id`.',
    entregada: 'Si el receptor respondió 2xx a tiempo.',
    ...RESULTADO,
  },
  ReenvioNuevo: {
    $: 'Lo que se quiere volver a enviar: uno de los dos campos.',

    entrega: 'El `id` de una entrega.',
    desde:
      'Todo lo ocurrido desde este momento: `AAAA-MM-DD` (medianoche UTC) o fecha y hora ISO 8601 con zona.',
  },
  ListaReenvios: {
    $: 'Los reenvíos de un webhook.',
    datos: 'Del más reciente al más antiguo.',
  },
  Reenvio: {
    $: 'Un reenvío y hasta dónde ha llegado.',

    id: 'Identificador, con prefijo `rnv_`.',
    creado_en: 'Cuándo se pidió.',
    completo: 'Si ya se ha terminado.',
    eventos: 'Cuántos eventos abarca, suscritos o no.',
    revisados: 'Cuántos de ellos se han puesto ya en camino o no correspondían.',
    encoladas: 'Entregas que se han puesto en camino.',
    entregadas: 'Las que han llegado.',
    fallidas: 'Las que han agotado sus intentos.',
  },
} as const satisfies Partial<Descripciones>;
