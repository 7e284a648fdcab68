// Made from openapi.json by scripts/client-types.ts. Do not edit.

/** Una página de la lista de pedidos. */
export type PaginaPedidos = {
  /** Los pedidos, por `id` descendente. */
  datos: Array<Pedido>;
  /** Cómo seguir. */
  paginacion: Paginacion;
};

/** Dónde está la página dentro de la lista. */
export type Paginacion = {
  /** Cuántos pedidos caben en la página. */
  limite: number;
  /** Cursor de la página siguiente; null en la última. */
  siguiente: string | null;
  /** Cursor de la página anterior; null en la primera. */
  anterior: string | null;
  /** Pedidos que cumplen los filtros: exacto hasta 10 000; más allá, con un error de hasta el 5 %. */
  total_aprox: number;
};

/** Un pedido. `direccion`, `mesa`, `entrega` y `fiscal` son null cuando no proceden. */
export type Pedido = {
  /** Identificador opaco, con prefijo `ped_`. */
  id: string;
  /** Número para personas: día local y secuencia del día. */
  numero: string;
  /** Reparto a domicilio, recogida en el local o mesa. */
  tipo: 'reparto' | 'recogida' | 'mesa';
  /** Estado actual. `entregado` y `cancelado` son finales. */
  estado:
    | 'pendiente'
    | 'confirmado'
    | 'en_preparacion'
    | 'listo'
    | 'en_reparto'
    | 'entregado'
    | 'cancelado';
  /** Por dónde entró el pedido. */
  fuente: 'web_publica' | 'tpv' | 'manual' | 'admin';
  /** Cuándo se creó. */
  creado_en: string;
  /** Cuándo se aceptó; null hasta entonces. Null until the order is accepted. */
  aceptado_en: string | null;
  /** Cuándo se entregó; null hasta entonces. */
  entregado_en: string | null;
  /** Para cuándo se pidió; null si es para cuanto antes. */
  programado_para: string | null;
  /** El restaurante del pedido. */
  restaurante: RestauranteRef;
  /** Quien hizo el pedido. */
  cliente: Cliente;
  /** Adónde se lleva; null si no es de reparto. */
  direccion: Direccion | null;
  /** La mesa; null si no es de mesa. */
  mesa: Mesa | null;
  /** Las líneas del pedido. */
  items: Array<Item>;
  /** Los importes del pedido. */
  totales: Totales;
  /** Cómo se paga. */
  pago: Pago;
  /** El reparto; null si no procede. */
  entrega: Entrega | null;
  /** La factura; null mientras no la haya. */
  fiscal: Fiscal | null;
  /** Lo que el cliente pidió que se tuviera en cuenta. */
  instrucciones: string | null;
};

/** El restaurante, por su nombre. */
export type RestauranteRef = {
  /** Identificador, con prefijo `rest_`. */
  id: string;
  /** Nombre en direcciones web. */
  slug: string;
  /** Nombre comercial. */
  nombre: string;
};

/** El cliente tal como se presentó en este pedido. */
export type Cliente = {
  /** Nombre. */
  nombre: string;
  /** Teléfono; vacío si no lo dio. */
  telefono: string;
  /** Correo electrónico; vacío si no lo dio. */
  email: string;
  /** Si aceptó recibir publicidad. */
  consintio_marketing: boolean;
};

/** Dirección de reparto. */
export type Direccion = {
  /** Calle, número, piso. */
  linea: string;
  /** Código postal, si se conoce. */
  codigo_postal: string | null;
  /** País: dos letras, ISO 3166-1. */
  pais: string;
  /** Latitud en grados. */
  lat: number;
  /** Longitud en grados. */
  lng: number;
};

/** La mesa de un pedido de mesa. */
export type Mesa = {
  /** Número o nombre de la mesa. */
  numero: string;
  /** Cuántas personas, si se sabe. */
  comensales: number | null;
};

/** Una línea del pedido. */
export type Item = {
  /** Identificador, con prefijo `itm_`. */
  id: string;
  /** El producto de la carta, con prefijo `prod_`. */
  producto_id: string;
  /** Nombre del producto cuando se pidió. */
  nombre: string;
  /** Nombre del tamaño; vacío si no tiene. */
  tamaño: string;
  /** Unidades. */
  cantidad: number;
  /** Precio de una unidad. En céntimos de `moneda`. */
  precio_unitario_cents: number;
  /** Importe de las opciones. En céntimos de `moneda`. */
  opciones_total_cents: number;
  /** Importe de la línea. En céntimos de `moneda`. */
  total_cents: number;
  /** En qué punto está en la cocina. Lista abierta; valores conocidos: pendiente, en_preparacion, listo, servido. */
  estado_cocina: string;
  /** Opciones elegidas. */
  opciones: Array<ItemOpcion>;
};

/** Una opción elegida en una línea. */
export type ItemOpcion = {
  /** Identificador, con prefijo `opc_`. */
  id: string;
  /** Nombre del grupo de opciones. */
  grupo: string;
  /** Nombre de la opción. */
  nombre: string;
  /** Cuántas veces. */
  cantidad: number;
  /** Precio de la opción. En céntimos de `moneda`. */
  precio_cents: number;
};

/** Los importes del pedido: enteros, en céntimos de `moneda`. */
export type Totales = {
  /** Código de la moneda, ISO 4217. */
  moneda: string;
  /** Suma de las líneas. */
  subtotal_cents: number;
  /** Descuento aplicado. */
  descuento_cents: number;
  /** Propina. */
  propina_cents: number;
  /** Tarifa de reparto. */
  tarifa_reparto_cents: number;
  /** Impuestos. */
  impuestos_cents: number;
  /** Lo que se paga. */
  total_cents: number;
  /** El IVA por tipos. */
  iva_desglose: Array<IvaDesglose>;
};

/** El IVA de un tipo. */
export type IvaDesglose = {
  /** Tipo en tanto por ciento. */
  tipo_porcentaje: number;
  /** Base imponible. En céntimos de `moneda`. */
  base_cents: number;
  /** Cuota. En céntimos de `moneda`. */
  iva_cents: number;
};

/** Cómo se paga el pedido. */
export type Pago = {
  /** Medio de pago. Lista abierta; valores conocidos: efectivo, tarjeta, online. */
  metodo: string;
  /** Si está cobrado. Lista abierta; valores conocidos: pendiente, pagado, fallido, reembolsado. */
  estado: string;
  /** Pasarela o terminal; texto libre. */
  proveedor: string;
  /** Referencia en el proveedor. */
  referencia_externa: string;
  /** Cada cobro por separado. */
  pagos: Array<Cobro>;
};

/** Un cobro, entero o parcial. */
export type Cobro = {
  /** Medio de pago. Lista abierta; valores conocidos: efectivo, tarjeta, online. */
  metodo: string;
  /** Importe. En céntimos de `moneda`. */
  importe_cents: number;
  /** Si está cobrado. Lista abierta; valores conocidos: pendiente, pagado, fallido, reembolsado. */
  estado: string;
  /** Referencia en el proveedor, si la hay. */
  referencia_externa: string | null;
  /** Cuándo fue. */
  momento: string;
};

/** El reparto del pedido. */
export type Entrega = {
  /** Quién lo lleva; null mientras no se asigne. */
  repartidor_nombre: string | null;
  /** La zona de reparto, con prefijo `zon_`. */
  zona_id: string;
  /** Nombre de la zona cuando se pidió. */
  zona_nombre: string;
  /** Tarifa de la zona. En céntimos de `moneda`. */
  tarifa_cents: number;
};

/** La factura del pedido. */
export type Fiscal = {
  /** Número de factura. */
  factura_numero: string;
  /** Fecha de emisión. */
  factura_fecha: string;
  /** Dirección del PDF. */
  factura_pdf: string;
};

/** Todo lo que se hizo con un pedido. */
export type Historial = {
  /** El pedido. */
  pedido_id: string;
  /** De lo más antiguo a lo más reciente. */
  eventos: Array<EntradaHistorial>;
};

/** Algo que se hizo con el pedido. */
export type EntradaHistorial = {
  /** Cuándo. */
  momento: string;
  /** Qué se hizo. Lista abierta; valores conocidos: creado, confirmado, en_preparacion, listo, en_reparto, entregado, rechazado, cancelado, items_modificados, anotado, cliente_olvidado. */
  accion: string;
  /** Desde dónde. */
  origen: 'sistema' | 'panel' | 'tpv' | 'apk_recepcion' | 'api';
  /** Quién, si fue una persona con nombre. */
  usuario: string | null;
  /** Datos propios de la acción; sus campos no están fijados. */
  detalle: Record<string, unknown>;
};

/** La carta del restaurante. */
export type Carta = {
  /** El restaurante, con prefijo `rest_`. */
  restaurante_id: string;
  /** Su nombre en direcciones web. */
  restaurante_slug: string;
  /** Moneda de todos los precios, ISO 4217. */
  moneda: string;
  /** Idioma en que está escrita. */
  idioma_origen: string;
  /** Cuándo se generó esta versión de la carta. */
  generado_en: string;
  /** Las categorías, en su orden. */
  categorias: Array<Categoria>;
};

/** Una categoría de la carta. */
export type Categoria = {
  /** Identificador, con prefijo `cat_`. */
  id: string;
  /** Nombre. */
  nombre: string;
  /** Si se muestra. */
  activa: boolean;
  /** Días en que se muestra. */
  visible_dias: Array<'lun' | 'mar' | 'mie' | 'jue' | 'vie' | 'sab' | 'dom'>;
  /** Horas locales en que se muestra; null si todo el día. */
  visible_horario: Array<Tramo> | null;
  /** Los productos, en su orden. */
  productos: Array<Producto>;
};

/** Un producto de la carta. */
export type Producto = {
  /** Identificador, con prefijo `prod_`. */
  id: string;
  /** Nombre. */
  nombre: string;
  /** Precio de partida. En céntimos de `moneda`. */
  precio_cents: number;
  /** Si no está agotado. */
  disponible: boolean;
  /** Si el restaurante lo destaca. */
  destacado: boolean;
  /** Alérgenos. Lista abierta. */
  alergenos: Array<string>;
  /** Tamaños; vacía si solo hay uno. */
  tamaños: Array<Tamano>;
  /** Grupos de opciones. */
  grupos_opcion: Array<GrupoOpcion>;
};

/** Un tamaño de un producto. */
export type Tamano = {
  /** Identificador, con prefijo `tam_`. */
  id: string;
  /** Nombre. */
  nombre: string;
  /** Precio del producto en este tamaño. En céntimos de `moneda`. */
  precio_cents: number;
  /** Si es el que se ofrece primero. */
  predeterminado: boolean;
};

/** Un grupo de opciones de un producto. */
export type GrupoOpcion = {
  /** Identificador, con prefijo `grp_`. */
  id: string;
  /** Nombre. */
  nombre: string;
  /** Si hay que elegir. */
  requerido: boolean;
  /** Cuántas opciones como mínimo. */
  min_seleccion: number;
  /** Cuántas opciones como máximo. */
  max_seleccion: number;
  /** Las opciones. */
  opciones: Array<Opcion>;
};

/** Una opción de un grupo. */
export type Opcion = {
  /** Identificador, con prefijo `opt_`. */
  id: string;
  /** Nombre. */
  nombre: string;
  /** Lo que añade al precio. En céntimos de `moneda`. */
  precio_cents: number;
};

/** Un tramo de horas locales. */
export type Tramo = {
  /** Hora de inicio, `HH:MM`. */
  desde: string;
  /** Hora de fin, `HH:MM`; `24:00` es medianoche. */
  hasta: string;
};

/** Las zonas de reparto. */
export type ListaZonas = {
  /** Todas las zonas, activas o no. */
  datos: Array<Zona>;
};

/** Una zona de reparto. */
export type Zona = {
  /** Identificador, con prefijo `zon_`. */
  id: string;
  /** Nombre. */
  nombre: string;
  /** Nombre en direcciones web. */
  slug: string;
  /** Color en mapas, hexadecimal. */
  color: string;
  /** Tarifa de reparto, en céntimos de la moneda del restaurante. */
  tarifa_cents: number;
  /** Importe mínimo, en céntimos de la moneda del restaurante. */
  pedido_minimo_cents: number;
  /** Minutos hasta la entrega. */
  minutos_estimados: number;
  /** Si se reparte en ella. */
  activa: boolean;
  /** Su contorno. */
  poligono: Poligono;
};

/** Un polígono como en GeoJSON. */
export type Poligono = {
  /** Siempre `Polygon`. */
  tipo: 'Polygon';
  /** Anillos cerrados de posiciones `[lng, lat]`: el contorno y, tras él, sus huecos. */
  coordenadas: Array<Array<Array<number>>>;
};

/** El perfil del restaurante, sin datos fiscales sensibles. */
export type Restaurante = {
  /** Identificador, con prefijo `rest_`. */
  id: string;
  /** Nombre en direcciones web. */
  slug: string;
  /** Nombre comercial. */
  nombre: string;
  /** Su moneda, ISO 4217. */
  moneda: string;
  /** Su zona horaria, de la base IANA. */
  zona_horaria: string;
  /** Si ahora acepta pedidos. */
  acepta_pedidos: boolean;
  /** Importe mínimo de un pedido. En céntimos de `moneda`. */
  pedido_minimo_cents: number;
  /** Horas locales de apertura por día de la semana; vacío si cierra. */
  horario: Record<string, Array<Tramo>>;
  /** Cómo hablar con el restaurante. */
  contacto: Contacto;
  /** Dónde está. */
  ubicacion: Ubicacion;
  /** Su imagen. */
  branding: Branding;
  /** Qué opinan sus clientes. */
  reputacion: Reputacion;
};

/** Cómo hablar con el restaurante. */
export type Contacto = {
  /** Correo electrónico. */
  email: string | null;
  /** Teléfono. */
  telefono: string | null;
  /** Sitio web. */
  web: string | null;
};

/** Dónde está el restaurante. */
export type Ubicacion = {
  /** Calle y número. */
  direccion: string;
  /** Ciudad. */
  ciudad: string;
  /** Latitud en grados. */
  lat: number;
  /** Longitud en grados. */
  lng: number;
};

/** La imagen del restaurante. */
export type Branding = {
  /** Dirección del logotipo. */
  logo_url: string | null;
  /** Color principal. */
  color_primario: string | null;
  /** Direcciones de fotografías. */
  galeria: Array<string>;
};

/** Qué opinan los clientes. */
export type Reputacion = {
  /** Puntuación media. */
  puntuacion: number;
  /** Número de opiniones. */
  votos: number;
};

/** Las cifras de un periodo, en la zona horaria del restaurante. */
export type Resumen = {
  /** El periodo pedido. */
  periodo: 'hoy' | 'ayer' | '7d' | '30d' | 'mes_actual' | 'personalizado';
  /** Inicio, con el desfase del restaurante. */
  desde: string;
  /** Fin, que ya no cuenta, con el desfase del restaurante. */
  hasta: string;
  /** Zona horaria del restaurante, de la base IANA. */
  zona_horaria: string;
  /** Las cifras principales. */
  kpis: Kpis;
  /** Pedidos por tipo. */
  mix_tipo: MixTipo;
  /** Los diez productos con más ventas. */
  top_productos: Array<ProductoVendido>;
};

/** Las cifras principales. Todas menos `pedidos_cancelados` dejan fuera los cancelados y rechazados. */
export type Kpis = {
  /** Pedidos. */
  pedidos_total: number;
  /** Pedidos cancelados o rechazados. */
  pedidos_cancelados: number;
  /** Clientes distintos, por su teléfono o, si falta, su correo. */
  clientes_distintos: number;
  /** Suma de los totales. En céntimos de `moneda`. */
  ventas_cents: number;
  /** Venta media por pedido, redondeada; 0 sin pedidos. En céntimos de `moneda`. */
  ticket_medio_cents: number;
  /** Moneda de los importes, ISO 4217. */
  moneda: string;
};

/** Pedidos por tipo, sin cancelados ni rechazados. */
export type MixTipo = {
  /** De reparto. */
  reparto: number;
  /** De recogida. */
  recogida: number;
  /** De mesa. */
  mesa: number;
};

/** Un producto y lo que se vendió de él. */
export type ProductoVendido = {
  /** El producto, con prefijo `prod_`. */
  producto_id: string;
  /** Su nombre más reciente en el periodo. */
  nombre: string;
  /** Unidades vendidas. */
  unidades: number;
  /** Importe vendido, en céntimos. */
  ventas_cents: number;
};

/** Una página de eventos, del más antiguo al más reciente. */
export type PaginaEventos = {
  /** Los eventos. */
  datos: Array<Evento>;
  /** Con qué seguir y cuántos quedan. */
  paginacion: Paginacion;
};

/** Algo que ocurrió con un pedido, con el pedido tal como quedó. */
export type Evento = {
  /** Identificador, con prefijo `evt_`; el mismo en cada reintento. */
  id: string;
  /** Qué ocurrió. */
  tipo:
    | 'pedido.nuevo'
    | 'pedido.aceptado'
    | 'pedido.rechazado'
    | 'pedido.estado_cambiado'
    | 'pedido.item_modificado'
    | 'pedido.entregado'
    | 'pedido.cancelado'
    | 'pedido.importado';
  /** Cuándo se registró. */
  creado_en: string;
  /** El restaurante, con prefijo `rest_`. */
  restaurante_id: string;
  /** Posición en el registro del restaurante, sin huecos. */
  secuencia: number;
  /** El pedido y lo que cambió en él. */
  datos: DatosEvento;
};

/** El pedido y lo que cambió en él. */
export type DatosEvento = {
  /** El pedido tal como quedó. */
  pedido: Pedido;
  /** Los campos del pedido que cambiaron. */
  cambios: Array<
    | 'id'
    | 'numero'
    | 'tipo'
    | 'estado'
    | 'fuente'
    | 'creado_en'
    | 'aceptado_en'
    | 'entregado_en'
    | 'programado_para'
    | 'restaurante'
    | 'cliente'
    | 'direccion'
    | 'mesa'
    | 'items'
    | 'totales'
    | 'pago'
    | 'entrega'
    | 'fiscal'
    | 'instrucciones'
  >;
};

/** Un webhook que se quiere registrar. */
export type WebhookNuevo = {
  /** La dirección que recibirá los eventos: https, pública, sin usuario, contraseña ni «#», de hasta 2048 caracteres. */
  url: string;
  /** Un nombre para reconocerlo. */
  nombre?: string | null;
  /** Los tipos de evento que se quieren recibir. Si falta, todos. */
  eventos?: Array<
    | 'pedido.nuevo'
    | 'pedido.aceptado'
    | 'pedido.rechazado'
    | 'pedido.estado_cambiado'
    | 'pedido.item_modificado'
    | 'pedido.entregado'
    | 'pedido.cancelado'
    | 'pedido.*'
    | '*'
  >;
};

/** Un webhook recién registrado. Es la única vez que se muestra su secreto. */
export type WebhookCreado = {
  /** Identificador, con prefijo `wh_`. */
  id: string;
  /** La dirección a la que se envía, tal como se registró. */
  url: string;
  /** Los tipos de evento que se envían; `pedido.*` y `*` son todos. */
  eventos: Array<
    | 'pedido.nuevo'
    | 'pedido.aceptado'
    | 'pedido.rechazado'
    | 'pedido.estado_cambiado'
    | 'pedido.item_modificado'
    | 'pedido.entregado'
    | 'pedido.cancelado'
    | 'pedido.*'
    | '*'
  >;
  /** El secreto con el que se firman sus eventos: 64 caracteres hexadecimales. Guárdalo: no se vuelve a mostrar. */
  secreto_firma: string;
  /** Si se le envían eventos. Se desactiva cuando responde 410 o pasa cinco días sin un solo éxito; lo pendiente se guarda. */
  activo: boolean;
};

/** Lo que se quiere cambiar de un webhook: al menos un campo. Los que faltan se quedan como están. */
export type WebhookCambios = {
  /** La dirección nueva, con las mismas reglas que al registrarlo. */
  url?: string;
  /** El nombre nuevo; null lo quita. */
  nombre?: string | null;
  /** Los tipos de evento que se quieren recibir desde ahora. */
  eventos?: Array<
    | 'pedido.nuevo'
    | 'pedido.aceptado'
    | 'pedido.rechazado'
    | 'pedido.estado_cambiado'
    | 'pedido.item_modificado'
    | 'pedido.entregado'
    | 'pedido.cancelado'
    | 'pedido.*'
    | '*'
  >;
};

/** Cómo cambiar el secreto. */
export type Rotacion = {
  /** Durante cuántas horas sigue valiendo el secreto anterior. 0: ninguna, tampoco los de rotaciones anteriores. */
  solape_horas?: number;
};

/** El secreto nuevo de un webhook. Es la única vez que se muestra. */
export type SecretoRotado = {
  /** El webhook. */
  id: string;
  /** El secreto nuevo: 64 caracteres hexadecimales. Guárdalo: no se vuelve a mostrar. */
  secreto_firma: string;
  /** Hasta cuándo vale el secreto anterior; null si ya no vale. */
  anterior_hasta: string | null;
};

/** Los webhooks del restaurante. */
export type ListaWebhooks = {
  /** Del más antiguo al más reciente. */
  datos: Array<Webhook>;
};

/** Un webhook. */
export type Webhook = {
  /** Identificador, con prefijo `wh_`. */
  id: string;
  /** El nombre que se le dio, o null. */
  nombre: string | null;
  /** La dirección a la que se envía, tal como se registró. */
  url: string;
  /** Los tipos de evento que se envían; `pedido.*` y `*` son todos. */
  eventos: Array<
    | 'pedido.nuevo'
    | 'pedido.aceptado'
    | 'pedido.rechazado'
    | 'pedido.estado_cambiado'
    | 'pedido.item_modificado'
    | 'pedido.entregado'
    | 'pedido.cancelado'
    | 'pedido.*'
    | '*'
  >;
  /** Si se le envían eventos. Se desactiva cuando responde 410 o pasa cinco días sin un solo éxito; lo pendiente se guarda. */
  activo: boolean;
  /** Cuándo se registró. */
  creado_en: string;
  /** Cuándo se le entregó algo por última vez, o null. */
  ultima_entrega: string | null;
};

/** La confirmación de que un webhook ya no existe. */
export type WebhookEliminado = {
  /** El webhook que se eliminó. */
  id: string;
  /** Siempre true. */
  eliminado: true;
};

/** Una página de la lista de entregas. */
export type PaginaEntregas = {
  /** Las entregas, de la más reciente a la más antigua. */
  datos: Array<EntregaWebhook>;
  /** Cómo seguir. */
  paginacion: PaginacionEntregas;
};

/** Dónde está la página dentro de la lista. */
export type PaginacionEntregas = {
  /** Cuántas entregas caben en la página. */
  limite: number;
  /** Cursor de la página siguiente; null en la última. */
  siguiente: string | null;
  /** Cursor de la página anterior; null en la primera. */
  anterior: string | null;
};

/** Un evento camino de un webhook. */
export type EntregaWebhook = {
  /** El identificador del evento, que el receptor conoce como `X-Svc-Id`. */
  id: string;
  /** El tipo del evento. */
  tipo:
    | 'pedido.nuevo'
    | 'pedido.aceptado'
    | 'pedido.rechazado'
    | 'pedido.estado_cambiado'
    | 'pedido.item_modificado'
    | 'pedido.entregado'
    | 'pedido.cancelado';
  /** El pedido del que trata. */
  pedido_id: string;
  /** El número del pedido, el que dicen las personas: `20261114-42`. */
  pedido_numero: string;
  /** El número del evento dentro del restaurante. */
  secuencia: number;
  /** Cuándo se registró el evento. */
  creado_en: string;
  /** `pendiente`: se enviará o se volverá a intentar. `entregada`: el receptor respondió 2xx. `fallida`: se agotaron los intentos. */
  estado: 'pendiente' | 'entregada' | 'fallida';
  /** Cuántas veces se ha enviado. */
  intentos: number;
  /** Cómo fue el último intento; null si aún no ha habido ninguno. */
  ultimo_intento: UltimoIntento | null;
  /** Cómo fueron los intentos anteriores al último, del más antiguo al más reciente; los últimos 24. Un intento que una caída del servicio interrumpió cuenta en `intentos` y puede faltar aquí. */
  intentos_anteriores: Array<IntentoAnterior>;
  /** Cuándo se intentará otra vez; null si no se intentará, o si espera a un evento anterior del mismo pedido. */
  proximo_intento: string | null;
};

/** Cómo fue un intento de entrega. */
export type UltimoIntento = {
  /** Cuándo terminó. */
  momento: string;
  /** Estado HTTP de la respuesta; null si no la hubo. */
  estado_http: number | null;
  /** Por qué no hubo una respuesta entera; null si la hubo. `cierre`, `dns_propio`, `red_propia` e `interno` son fallos nuestros y no gastan intento. Del receptor: `dns` (el nombre no se resuelve), `direccion_prohibida` (privada o reservada), `conexion` (rechazada o cortada), `tls` (certificado o protocolo), `plazo` (más de 15 segundos), `corte` (a mitad de la petición o de la respuesta), `protocolo` (la respuesta no es HTTP). */
  fallo:
    | 'cierre'
    | 'dns_propio'
    | 'red_propia'
    | 'interno'
    | 'dns'
    | 'direccion_prohibida'
    | 'conexion'
    | 'tls'
    | 'plazo'
    | 'corte'
    | 'protocolo'
    | null;
  /** Cuánto duró, en milisegundos. */
  duracion_ms: number;
  /** El principio de la respuesta, hasta 4 KiB; null si no la hubo. */
  respuesta: string | null;
};

/** Cómo fue un intento anterior. De su respuesta no se guarda el texto. */
export type IntentoAnterior = {
  /** Cuándo terminó. */
  momento: string;
  /** Estado HTTP de la respuesta; null si no la hubo. */
  estado_http: number | null;
  /** Por qué no hubo una respuesta entera, como en `ultimo_intento`; null si la hubo. */
  fallo:
    | 'cierre'
    | 'dns_propio'
    | 'red_propia'
    | 'interno'
    | 'dns'
    | 'direccion_prohibida'
    | 'conexion'
    | 'tls'
    | 'plazo'
    | 'corte'
    | 'protocolo'
    | null;
  /** Cuánto duró, en milisegundos. */
  duracion_ms: number;
};

/** Cómo fue una entrega de prueba. */
export type Prueba = {
  /** El identificador del evento de prueba, que el receptor vio como `X-Svc-Id`. */
  id: string;
  /** Si el receptor respondió 2xx a tiempo. */
  entregada: boolean;
  /** Estado HTTP de la respuesta; null si no la hubo. */
  estado_http: number | null;
  /** Por qué no hubo una respuesta entera; null si la hubo. `cierre`, `dns_propio`, `red_propia` e `interno` son fallos nuestros y no gastan intento. Del receptor: `dns` (el nombre no se resuelve), `direccion_prohibida` (privada o reservada), `conexion` (rechazada o cortada), `tls` (certificado o protocolo), `plazo` (más de 15 segundos), `corte` (a mitad de la petición o de la respuesta), `protocolo` (la respuesta no es HTTP). */
  fallo:
    | 'cierre'
    | 'dns_propio'
    | 'red_propia'
    | 'interno'
    | 'dns'
    | 'direccion_prohibida'
    | 'conexion'
    | 'tls'
    | 'plazo'
    | 'corte'
    | 'protocolo'
    | null;
  /** Cuánto duró, en milisegundos. */
  duracion_ms: number;
  /** El principio de la respuesta, hasta 4 KiB; null si no la hubo. */
  respuesta: string | null;
};

/** Lo que se quiere volver a enviar: uno de los dos campos. */
export type ReenvioNuevo = {
  /** El `id` de una entrega. */
  entrega?: string;
  /** Todo lo ocurrido desde este momento: `AAAA-MM-DD` (medianoche UTC) o fecha y hora ISO 8601 con zona. */
  desde?: string;
};

/** Los reenvíos de un webhook. */
export type ListaReenvios = {
  /** Del más reciente al más antiguo. */
  datos: Array<Reenvio>;
};

/** Un reenvío y hasta dónde ha llegado. */
export type Reenvio = {
  /** Identificador, con prefijo `rnv_`. */
  id: string;
  /** Cuándo se pidió. */
  creado_en: string;
  /** Si ya se ha terminado. */
  completo: boolean;
  /** Cuántos eventos abarca, suscritos o no. */
  eventos: number;
  /** Cuántos de ellos se han puesto ya en camino o no correspondían. */
  revisados: number;
  /** Entregas que se han puesto en camino. */
  encoladas: number;
  /** Las que han llegado. */
  entregadas: number;
  /** Las que han agotado sus intentos. */
  fallidas: number;
};

/** El cuerpo de todos los errores. */
export type ErrorBody = {
  /** Siempre false. */
  ok: false;
  /** Mensaje para personas: qué falla y qué se admite. */
  error: string;
  /** Código para programas. Acompaña siempre al mismo estado HTTP. */
  codigo:
    | 'llave_ausente'
    | 'llave_invalida'
    | 'llave_revocada'
    | 'llave_expirada'
    | 'alcance_insuficiente'
    | 'restaurante_inactivo'
    | 'parametro_invalido'
    | 'no_encontrado'
    | 'metodo_invalido'
    | 'eventos_caducados'
    | 'limite_alcanzado'
    | 'cuerpo_demasiado_grande'
    | 'tipo_no_soportado'
    | 'error_interno'
    | 'no_disponible';
  /** Enlace a la documentación de autenticación. */
  doc: string;
  /** En `parametro_invalido`, los valores admitidos o, si son un rango o un formato, el texto que lo dice. En `eventos_caducados`, el id más antiguo que se guarda. Solo en parametro_invalido y eventos_caducados. */
  valores_validos?: Array<string> | string;
};

export type ListarPedidos = {
  /** Solo los pedidos en alguno de estos estados, separados por comas. */
  estado?: Array<
    | 'pendiente'
    | 'confirmado'
    | 'en_preparacion'
    | 'listo'
    | 'en_reparto'
    | 'entregado'
    | 'cancelado'
  >;
  /** Solo los pedidos de este tipo. */
  tipo?: 'reparto' | 'recogida' | 'mesa';
  /** Solo los creados en este momento o después (`desde` <= `creado_en`). Un día solo es su medianoche UTC; un momento entero puede llevar cualquier desfase. */
  desde?: string;
  /** Solo los creados antes de este momento (`creado_en` < `hasta`), escrito como `desde`. */
  hasta?: string;
  /** Cuántos pedidos lleva la página. Puede cambiar de una página a otra. */
  limite?: number;
  /** El `siguiente` o el `anterior` de otra página. Es opaco, no caduca y solo sirve con los mismos filtros y el mismo restaurante. */
  cursor?: string;
};

export type LeerCarta = {
  /** Con `true` faltan las categorías con `activa: false` y los productos con `disponible: false`. No mira `visible_dias` ni `visible_horario`: la carta es la misma a cualquier hora, y quien la muestra ha de mirarlos. */
  solo_disponibles?: boolean;
};

export type LeerResumen = {
  /** Días locales enteros. `7d` y `30d` son hoy y los 6 o 29 días anteriores; `mes_actual`, del día 1 del mes en curso hasta hoy. No se combina con `desde` y `hasta`. */
  periodo?: 'hoy' | 'ayer' | '7d' | '30d' | 'mes_actual';
  /** Primer día de un rango propio, en el calendario del restaurante. Requiere `hasta`; `periodo` es entonces `personalizado` en la respuesta. */
  desde?: string;
  /** Día que sigue al último del rango, que no entra en él. El rango tiene hasta 366 días. */
  hasta?: string;
};

export type ExportarTabla = {
  /** En qué formato. */
  formato?: 'ndjson' | 'csv' | 'xlsx' | 'parquet';
  /** Solo los pedidos en alguno de estos estados, separados por comas. */
  estado?: Array<
    | 'pendiente'
    | 'confirmado'
    | 'en_preparacion'
    | 'listo'
    | 'en_reparto'
    | 'entregado'
    | 'cancelado'
  >;
  /** Solo los pedidos de este tipo. */
  tipo?: 'reparto' | 'recogida' | 'mesa';
  /** Solo los creados en este momento o después (`desde` <= `creado_en`). Un día solo es su medianoche UTC; un momento entero puede llevar cualquier desfase. */
  desde?: string;
  /** Solo los creados antes de este momento (`creado_en` < `hasta`), escrito como `desde`. */
  hasta?: string;
  /** Solo los pedidos que siguen a este `id`: para seguir donde se cortó otra exportación. */
  despues_de?: string;
};

export type EscucharEventos = {
  /** Solo los eventos de estos tipos, separados por comas o con el parámetro repetido. `pedido.*` y `*` son todos menos `pedido.importado`, que solo se da a quien lo nombra: avisa de un pedido del pasado que se acaba de cargar. */
  eventos?: Array<
    | 'pedido.nuevo'
    | 'pedido.aceptado'
    | 'pedido.rechazado'
    | 'pedido.estado_cambiado'
    | 'pedido.item_modificado'
    | 'pedido.entregado'
    | 'pedido.cancelado'
    | 'pedido.importado'
    | 'pedido.*'
    | '*'
  >;
  /** El último `id` recibido, para quien no puede enviar la cabecera del mismo nombre. La cabecera prevalece. También vale como `lastEventId`, que es como lo escriben algunas bibliotecas. */
  'Last-Event-ID'?: string;
};

export type ListarEventos = {
  /** Solo los eventos que siguen a este id: el de un evento o el `siguiente` de otra página. Con `ultimo`, ninguno: `siguiente` es la posición actual. Si falta, desde el más antiguo que se guarda. */
  despues_de?: string;
  /** Solo los eventos de estos tipos, separados por comas o con el parámetro repetido. `pedido.*` y `*` son todos menos `pedido.importado`, que solo se da a quien lo nombra: avisa de un pedido del pasado que se acaba de cargar. */
  eventos?: Array<
    | 'pedido.nuevo'
    | 'pedido.aceptado'
    | 'pedido.rechazado'
    | 'pedido.estado_cambiado'
    | 'pedido.item_modificado'
    | 'pedido.entregado'
    | 'pedido.cancelado'
    | 'pedido.importado'
    | 'pedido.*'
    | '*'
  >;
  /** Cuántos eventos lleva la página. Puede cambiar de una página a otra. */
  limite?: number;
};

export type ListarEntregas = {
  /** Solo las entregas en este estado. */
  estado?: 'pendiente' | 'entregada' | 'fallida';
  /** Cuántas entregas lleva la página. */
  limite?: number;
  /** El `siguiente` o el `anterior` de otra página del mismo webhook y con el mismo filtro. */
  cursor?: string;
};
