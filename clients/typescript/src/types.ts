// Made from openapi.json by scripts/client-types.ts. Do not edit.

/** Una página de la lista de pedidos. */
export type PaginaPedidos = {
  /** Los pedidos, por `id` descendente. */
  datos: Array<Pedido>;
  /** Los cursores de las páginas vecinas y el total. */
  paginacion: Paginacion;
};

/** Un pedido. `direccion`, `mesa`, `entrega` y `fiscal` son null cuando no proceden. */
export type Pedido = {
  /** Identificador opaco, con prefijo `ped_`. */
  id: string;
  /** Número legible: el día local y la secuencia de ese día. */
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
  /** Canal por el que entró el pedido. */
  fuente: 'web_publica' | 'tpv' | 'manual' | 'admin';
  /** Cuándo se creó. */
  creado_en: string;
  /** Cuándo se aceptó; null hasta entonces. */
  aceptado_en: string | null;
  /** Cuándo se entregó; null hasta entonces. */
  entregado_en: string | null;
  /** Para cuándo lo quiere el cliente; null si es para cuanto antes. */
  programado_para: string | null;
  /** El restaurante del pedido. */
  restaurante: RestauranteRef;
  /** El cliente que hizo el pedido. */
  cliente: Cliente;
  /** Dirección de entrega; null si el pedido no es de reparto. */
  direccion: Direccion | null;
  /** La mesa; null si el pedido no es de mesa. */
  mesa: Mesa | null;
  /** Las líneas del pedido. */
  items: Array<Item>;
  /** Los importes del pedido. */
  totales: Totales;
  /** Cómo se paga. */
  pago: Pago;
  /** El reparto; null si no lo hay. */
  entrega: Entrega | null;
  /** La factura; null mientras no la haya. */
  fiscal: Fiscal | null;
  /** Las indicaciones del cliente. */
  instrucciones: string | null;
};

/** El restaurante: su id y sus nombres. */
export type RestauranteRef = {
  /** Identificador, con prefijo `rest_`. */
  id: string;
  /** Nombre en las URL. */
  slug: string;
  /** Nombre comercial. */
  nombre: string;
};

/** Los datos del cliente tal como los dio en este pedido. */
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
  /** Nombre del tamaño; vacío si el producto no tiene. */
  tamaño: string;
  /** Unidades. */
  cantidad: number;
  /** Precio de una unidad. En céntimos de `moneda`. */
  precio_unitario_cents: number;
  /** Importe de las opciones. En céntimos de `moneda`. */
  opciones_total_cents: number;
  /** Importe de la línea. En céntimos de `moneda`. */
  total_cents: number;
  /** Estado en la cocina. Lista abierta; valores conocidos: pendiente, en_preparacion, listo, servido. */
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
  /** Unidades. */
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
  /** Total que se paga. */
  total_cents: number;
  /** El IVA por tipos. */
  iva_desglose: Array<IvaDesglose>;
};

/** El IVA de un tipo impositivo. */
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
  /** Estado del pago. Lista abierta; valores conocidos: pendiente, pagado, fallido, reembolsado. */
  estado: string;
  /** Pasarela de pago o terminal; texto libre. */
  proveedor: string;
  /** Referencia en el proveedor. */
  referencia_externa: string;
  /** Cada cobro por separado. */
  pagos: Array<Cobro>;
};

/** Un cobro, total o parcial. */
export type Cobro = {
  /** Medio de pago. Lista abierta; valores conocidos: efectivo, tarjeta, online. */
  metodo: string;
  /** Importe. En céntimos de `moneda`. */
  importe_cents: number;
  /** Estado del cobro. Lista abierta; valores conocidos: pendiente, pagado, fallido, reembolsado. */
  estado: string;
  /** Referencia en el proveedor, si la hay. */
  referencia_externa: string | null;
  /** Cuándo se hizo. */
  momento: string;
};

/** El reparto del pedido. */
export type Entrega = {
  /** Nombre del repartidor; null mientras no haya uno asignado. */
  repartidor_nombre: string | null;
  /** La zona de reparto, con prefijo `zon_`. */
  zona_id: string;
  /** Nombre de la zona cuando se hizo el pedido. */
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
  /** URL del PDF. */
  factura_pdf: string;
};

/** Dónde está la página dentro de la lista. */
export type Paginacion = {
  /** Cuántos pedidos o eventos lleva la página como máximo. */
  limite: number;
  /** Cursor de la página siguiente; null en la última. En una página de eventos, el id desde el que seguir. */
  siguiente: string | null;
  /** Cursor de la página anterior; null en la primera. */
  anterior: string | null;
  /** Cuántos pedidos cumplen los filtros: exacto hasta 10 000; a partir de ahí, con un error de hasta el 5 %. En una página de eventos, cuántos siguen a `despues_de`. */
  total_aprox: number;
};

/** Todo lo que se hizo con un pedido. */
export type Historial = {
  /** El pedido. */
  pedido_id: string;
  /** Las entradas, de la más antigua a la más reciente. */
  eventos: Array<EntradaHistorial>;
};

/** Algo que se hizo con el pedido. */
export type EntradaHistorial = {
  /** Cuándo se hizo. */
  momento: string;
  /** Qué se hizo. Lista abierta; valores conocidos: creado, confirmado, en_preparacion, listo, en_reparto, entregado, rechazado, cancelado, items_modificados, anotado, cliente_olvidado. */
  accion: string;
  /** Desde dónde se hizo. */
  origen: 'sistema' | 'panel' | 'tpv' | 'apk_recepcion' | 'api';
  /** Nombre de la persona que lo hizo; null si no consta. */
  usuario: string | null;
  /** Detalles de la acción; sus campos no están fijados. En `anotado`, `cambios` dice qué campos cambiaron: por su ruta, como `fiscal.factura_numero`, lo que había `antes` y lo que hay `despues`. */
  detalle: Record<string, unknown>;
};

/** La carta del restaurante. */
export type Carta = {
  /** El restaurante, con prefijo `rest_`. */
  restaurante_id: string;
  /** Su nombre en las URL. */
  restaurante_slug: string;
  /** Moneda de todos los precios, ISO 4217. */
  moneda: string;
  /** Idioma en que está escrita la carta. */
  idioma_origen: string;
  /** Cuándo se generó esta versión de la carta. */
  generado_en: string;
  /** Las categorías, en el orden de la carta. */
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
  /** Los productos, en el orden de la carta. */
  productos: Array<Producto>;
};

/** Un tramo de horas locales. */
export type Tramo = {
  /** Hora de inicio, `HH:MM`. */
  desde: string;
  /** Hora de fin, `HH:MM`; `24:00` es medianoche. */
  hasta: string;
};

/** Un producto de la carta. */
export type Producto = {
  /** Identificador, con prefijo `prod_`. */
  id: string;
  /** Nombre. */
  nombre: string;
  /** Precio base. En céntimos de `moneda`. */
  precio_cents: number;
  /** Si está disponible; false si está agotado. */
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
  /** Si es el tamaño por defecto. */
  predeterminado: boolean;
};

/** Un grupo de opciones de un producto. */
export type GrupoOpcion = {
  /** Identificador, con prefijo `grp_`. */
  id: string;
  /** Nombre. */
  nombre: string;
  /** Si hay que elegir alguna opción. */
  requerido: boolean;
  /** Número mínimo de opciones. */
  min_seleccion: number;
  /** Número máximo de opciones. */
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
  /** Importe que añade al precio del producto. En céntimos de `moneda`. */
  precio_cents: number;
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
  /** Nombre en las URL. */
  slug: string;
  /** Color en mapas, hexadecimal. */
  color: string;
  /** Tarifa de reparto, en céntimos de la moneda del restaurante. */
  tarifa_cents: number;
  /** Importe mínimo de un pedido, en céntimos de la moneda del restaurante. */
  pedido_minimo_cents: number;
  /** Minutos estimados hasta la entrega. */
  minutos_estimados: number;
  /** Si el restaurante reparte en ella. */
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
  /** Nombre en las URL. */
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
  /** Horas locales de apertura de cada día de la semana; lista vacía si cierra. */
  horario: Record<string, Array<Tramo>>;
  /** Cómo contactar con el restaurante. */
  contacto: Contacto;
  /** Dónde está. */
  ubicacion: Ubicacion;
  /** Su imagen: logotipo, color y fotografías. */
  branding: Branding;
  /** Las valoraciones de sus clientes. */
  reputacion: Reputacion;
};

/** Cómo contactar con el restaurante. */
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
  /** URL del logotipo. */
  logo_url: string | null;
  /** Color principal, como en CSS. */
  color_primario: string | null;
  /** URL de fotografías. */
  galeria: Array<string>;
};

/** Las valoraciones de los clientes. */
export type Reputacion = {
  /** Puntuación media. */
  puntuacion: number;
  /** Número de valoraciones. */
  votos: number;
};

/** Las cifras de un periodo, en la zona horaria del restaurante. */
export type Resumen = {
  /** El periodo pedido. */
  periodo: 'hoy' | 'ayer' | '7d' | '30d' | 'mes_actual' | 'personalizado';
  /** Inicio, con el desfase horario del restaurante. */
  desde: string;
  /** Fin (excluido), con el desfase horario del restaurante. */
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

/** Las cifras principales. Todas excepto `pedidos_cancelados` excluyen los pedidos cancelados y rechazados. */
export type Kpis = {
  /** Número de pedidos. */
  pedidos_total: number;
  /** Número de pedidos cancelados o rechazados. */
  pedidos_cancelados: number;
  /** Número de clientes distintos, identificados por su teléfono o, si falta, por su correo. */
  clientes_distintos: number;
  /** Suma de los totales de los pedidos. En céntimos de `moneda`. */
  ventas_cents: number;
  /** Total medio de un pedido, redondeado; 0 si no hay pedidos. En céntimos de `moneda`. */
  ticket_medio_cents: number;
  /** Moneda de los importes, ISO 4217. */
  moneda: string;
};

/** Pedidos por tipo, sin cancelados ni rechazados. */
export type MixTipo = {
  /** Pedidos de reparto. */
  reparto: number;
  /** Pedidos de recogida. */
  recogida: number;
  /** Pedidos de mesa. */
  mesa: number;
};

/** Un producto y sus ventas. */
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

/** Lo vendido y lo cobrado en un tramo, dos vistas que no se mezclan. */
export type Caja = {
  /** Inicio, con el desfase horario del restaurante. */
  desde: string;
  /** Fin (excluido), con el desfase horario del restaurante. */
  hasta: string;
  /** Moneda de los importes, ISO 4217. */
  moneda: string;
  /** La fecha por la que cuentan los pedidos. */
  fecha: 'creacion' | 'factura' | 'pago';
  /** Lo vendido. */
  ventas: Ventas;
  /** Lo cobrado y devuelto. */
  cobros: Cobros;
  /** De qué se compone el total. */
  cuadre: Cuadre;
  /** Los días o los meses del tramo, si se pide `agrupar`; si no, el campo falta. */
  grupos?: Array<CajaGrupo>;
};

/** Lo vendido: los pedidos que cuentan en `/resumen`, sin cancelados ni rechazados. */
export type Ventas = {
  /** Número de pedidos. */
  pedidos: number;
  /** Número de pedidos cancelados o rechazados, que no suman en nada más. */
  cancelados: number;
  /** Suma de sus totales. */
  total_cents: number;
  /** Descuentos. */
  descuento_cents: number;
  /** Propinas. */
  propina_cents: number;
  /** Tarifas de reparto. */
  tarifa_reparto_cents: number;
  /** Lo que falta por pagar: el total de los pedidos que no están pagados ni reembolsados, menos lo que se cobró de ellos y no se devolvió. */
  sin_pagar_cents: number;
  /** Los pedidos sin factura. */
  sin_factura: SinFactura;
  /** Por el medio de pago del pedido. */
  por_metodo: Array<VentasMetodo>;
  /** Por tipo de pedido. */
  por_tipo: Array<VentasTipo>;
  /** Por tipo de IVA. */
  por_iva: Array<VentasIva>;
};

/** Los pedidos sin factura. Con `fecha=factura` cuentan por su creación, porque no tienen fecha de factura. */
export type SinFactura = {
  /** Número de pedidos. */
  pedidos: number;
  /** Suma de sus totales. */
  total_cents: number;
};

/** Los pedidos de un medio de pago. */
export type VentasMetodo = {
  /** Medio de pago. */
  metodo: string;
  /** Número de pedidos. */
  pedidos: number;
  /** Suma de sus totales. */
  total_cents: number;
};

/** Los pedidos de un tipo. */
export type VentasTipo = {
  /** Tipo de pedido. */
  tipo: 'reparto' | 'recogida' | 'mesa';
  /** Número de pedidos. */
  pedidos: number;
  /** Suma de sus totales. */
  total_cents: number;
};

/** El IVA de un tipo impositivo. */
export type VentasIva = {
  /** Tipo en tanto por ciento. */
  tipo_porcentaje: number;
  /** Base imponible. */
  base_cents: number;
  /** Cuota. */
  iva_cents: number;
};

/** Lo cobrado y devuelto, por el momento de cada cobro: de todos los pedidos, también de los cancelados. */
export type Cobros = {
  /** Lo cobrado. */
  cobrado_cents: number;
  /** Lo devuelto. */
  reembolsado_cents: number;
  /** Lo cobrado menos lo devuelto. */
  neto_cents: number;
  /** Por medio de pago. */
  por_metodo: Array<CobrosMetodo>;
};

/** Los cobros de un medio de pago. */
export type CobrosMetodo = {
  /** Medio de pago. */
  metodo: string;
  /** Lo cobrado. */
  cobrado_cents: number;
  /** Lo devuelto. */
  reembolsado_cents: number;
  /** Lo cobrado menos lo devuelto. */
  neto_cents: number;
};

/** De qué se compone el total: la suma de los otros cuatro importes. */
export type Cuadre = {
  /** El total de las ventas. */
  total_cents: number;
  /** Las bases imponibles. */
  bases_cents: number;
  /** El IVA. */
  iva_cents: number;
  /** Las propinas. */
  propina_cents: number;
  /** Lo que el total no explica; 0 si los importes de los pedidos cuadran. */
  resto_cents: number;
};

/** Un día o un mes del tramo. */
export type CajaGrupo = {
  /** Inicio, con el desfase horario del restaurante. */
  desde: string;
  /** Fin (excluido), con el desfase horario del restaurante. */
  hasta: string;
  /** Lo vendido. */
  ventas: Ventas;
  /** Lo cobrado y devuelto. */
  cobros: Cobros;
  /** De qué se compone el total. */
  cuadre: Cuadre;
};

/** Los cierres, del más reciente al más antiguo. */
export type ListaCierres = {
  /** Los cierres. */
  datos: Array<Cierre>;
};

/** Un mes cerrado: no cambia nunca. `intacto` dice si los pedidos siguen siendo los que eran. */
export type Cierre = {
  /** Identificador, con prefijo `cie_`. */
  id: string;
  /** Inicio del mes: la medianoche local del día 1. */
  desde: string;
  /** Fin del mes (excluido). */
  hasta: string;
  /** La fecha por la que cuentan los pedidos: la de su creación, su factura o su último cobro. */
  fecha: 'creacion' | 'factura' | 'pago';
  /** Cuándo se cerró. */
  creado_en: string;
  /** Quién lo cerró. */
  creado_por: string;
  /** Los totales del mes. */
  totales: TotalesCierre;
  /** Resumen SHA-256 de las filas del cierre y del sello anterior: compáralo con el que lleva tu archivo. */
  sello: string;
  /** El sello del cierre anterior de este restaurante; null en el primero. */
  anterior: string | null;
  /** El cierre del mismo mes y la misma fecha al que sustituye. */
  sustituye: string | null;
  /** Si ningún importe contado ha cambiado desde que se cerró. */
  intacto: boolean;
};

/** Lo vendido y lo cobrado en el mes, como se cerró: los mismos importes que da `/caja`. */
export type TotalesCierre = {
  /** Moneda de los importes, ISO 4217. */
  moneda: string;
  /** Lo vendido. */
  ventas: Ventas;
  /** Lo cobrado y devuelto. */
  cobros: Cobros;
  /** De qué se compone el total. */
  cuadre: Cuadre;
};

/** Los pedidos que han cambiado, por `pedido_id`. */
export type ListaCambiosCierre = {
  /** Los cambios. */
  datos: Array<CambioCierre>;
};

/** Un pedido que ya no cuenta lo que contaba cuando se cerró el mes. */
export type CambioCierre = {
  /** El pedido. */
  pedido_id: string;
  /** Su número. */
  numero: string;
  /** Cuándo cambió. */
  momento: string;
  /** Desde dónde. */
  origen: 'sistema' | 'panel' | 'tpv' | 'apk_recepcion' | 'api';
  /** Quién; null si no consta. */
  usuario: string | null;
  /** Lo que contaba; null si no estaba. */
  antes: Contado | null;
  /** Lo que cuenta ahora; null si ya no cuenta. */
  despues: Contado | null;
};

/** Lo que cuenta de un pedido en un mes: su venta, si es del mes (si no, sus campos son null), y sus cobros dentro del mes. */
export type Contado = {
  /** Tipo de pedido. */
  tipo: 'reparto' | 'recogida' | 'mesa' | null;
  /** Medio de pago. */
  metodo: string | null;
  /** Total del pedido. */
  total_cents: number | null;
  /** Descuento. */
  descuento_cents: number | null;
  /** Propina. */
  propina_cents: number | null;
  /** Tarifa de reparto. */
  tarifa_reparto_cents: number | null;
  /** El IVA, por tipo. */
  iva_desglose: Array<VentasIva>;
  /** Número de factura. */
  factura_numero: string | null;
  /** Fecha de factura. */
  factura_fecha: string | null;
  /** Los cobros y devoluciones dentro del mes. */
  cobros: Array<CobroContado>;
};

/** Un cobro o una devolución dentro del mes. */
export type CobroContado = {
  /** Cuándo. */
  momento: string;
  /** Medio de pago. */
  metodo: string;
  /** Lo cobrado. */
  cobrado_cents: number;
  /** Lo devuelto. */
  reembolsado_cents: number;
};

/** Una página de eventos, del más antiguo al más reciente. */
export type PaginaEventos = {
  /** Los eventos. */
  datos: Array<Evento>;
  /** El id desde el que seguir y cuántos eventos siguen a `despues_de`. */
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

/** El webhook que quieres registrar. */
export type WebhookNuevo = {
  /** La URL que recibirá los eventos: https, de una máquina pública, sin usuario, contraseña ni «#», de hasta 2048 caracteres. */
  url: string;
  /** Un nombre para que lo reconozcas. */
  nombre?: string | null;
  /** Los tipos de evento que quieres recibir; por defecto, todos. */
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

/** Un webhook recién registrado. Solo esta respuesta muestra su secreto. */
export type WebhookCreado = {
  /** Identificador, con prefijo `wh_`. */
  id: string;
  /** La URL a la que se envían los eventos, tal como se registró; lo que no admite una URI se guarda codificado. */
  url: string;
  /** Los tipos de evento que se envían; `pedido.*` y `*` equivalen a todos. */
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
  /** Si se le envían eventos. El servicio desactiva el webhook cuando el receptor responde 410 o pasan cinco días sin un solo éxito; las entregas pendientes se guardan. */
  activo: boolean;
};

/** Los webhooks del restaurante. */
export type ListaWebhooks = {
  /** Los webhooks, del más antiguo al más reciente. */
  datos: Array<Webhook>;
};

/** Un webhook. */
export type Webhook = {
  /** Identificador, con prefijo `wh_`. */
  id: string;
  /** El nombre que se le dio, o null. */
  nombre: string | null;
  /** La URL a la que se envían los eventos, tal como se registró; lo que no admite una URI se guarda codificado. */
  url: string;
  /** Los tipos de evento que se envían; `pedido.*` y `*` equivalen a todos. */
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
  /** Si se le envían eventos. El servicio desactiva el webhook cuando el receptor responde 410 o pasan cinco días sin un solo éxito; las entregas pendientes se guardan. */
  activo: boolean;
  /** Cuándo se registró. */
  creado_en: string;
  /** Cuándo fue la última entrega con éxito; null si no ha habido ninguna. */
  ultima_entrega: string | null;
};

/** Los campos del webhook que quieres cambiar: al menos uno. Los que omitas conservan su valor. */
export type WebhookCambios = {
  /** La URL nueva, con las mismas reglas que al registrar el webhook. */
  url?: string;
  /** El nombre nuevo; null lo quita. */
  nombre?: string | null;
  /** Los tipos de evento que quieres recibir desde ahora. */
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
  /** Durante cuántas horas sigue valiendo el secreto anterior. Con 0, ese secreto y los de rotaciones anteriores dejan de valer en el acto. */
  solape_horas?: number;
};

/** El secreto nuevo de un webhook. Solo esta respuesta lo muestra. */
export type SecretoRotado = {
  /** El webhook. */
  id: string;
  /** El secreto nuevo: 64 caracteres hexadecimales. Guárdalo: no se vuelve a mostrar. */
  secreto_firma: string;
  /** Hasta cuándo vale el secreto anterior; null si ya no vale. */
  anterior_hasta: string | null;
};

/** La confirmación de que un webhook se ha eliminado. */
export type WebhookEliminado = {
  /** El webhook que se eliminó. */
  id: string;
  /** Siempre true. */
  eliminado: true;
};

/** Cómo está un webhook: si sus entregas llegan y, si no, desde cuándo y por qué. */
export type Salud = {
  /** `bien`; `fallando`: al menos cinco intentos fallidos seguidos durante 15 minutos, o una entrega pendiente desde hace más de una hora; `en_pausa`: el receptor ha pedido esperar con `Retry-After`; `desactivado`. */
  estado: 'bien' | 'fallando' | 'en_pausa' | 'desactivado';
  /** Desde cuándo está así; null si está bien o no se sabe. */
  desde: string | null;
  /** Por qué: `fallos` o `atrasado` (entregas pendientes) si está fallando, `pausa_pedida`, o qué lo desactivó: `manual` (una persona), `respuesta_410`, `sin_exito` (cinco días sin una entrega). */
  motivo: 'fallos' | 'atrasado' | 'pausa_pedida' | 'manual' | 'respuesta_410' | 'sin_exito' | null;
  /** Cuántos intentos seguidos han fallado. */
  fallos_seguidos: number;
  /** El momento del evento más antiguo que aún no se ha entregado; null si no hay ninguno. */
  mas_antigua_pendiente_en: string | null;
};

/** Una página de la lista de entregas. */
export type PaginaEntregas = {
  /** Las entregas, de la más reciente a la más antigua. */
  datos: Array<EntregaWebhook>;
  /** Los cursores de las páginas vecinas. */
  paginacion: PaginacionEntregas;
};

/** La entrega de un evento a un webhook. */
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
  /** El número legible del pedido: `20261114-42`. */
  pedido_numero: string;
  /** La posición del evento en el registro del restaurante. */
  secuencia: number;
  /** Cuándo se registró el evento. */
  creado_en: string;
  /** `pendiente`: el servicio la enviará o la reintentará. `entregada`: el receptor respondió 2xx. `fallida`: se agotaron los intentos. */
  estado: 'pendiente' | 'entregada' | 'fallida';
  /** Número de intentos hasta ahora. */
  intentos: number;
  /** Cómo fue el último intento; null si aún no ha habido ninguno. */
  ultimo_intento: UltimoIntento | null;
  /** Cómo fueron los intentos anteriores al último, del más antiguo al más reciente; como mucho, los 24 más recientes. Un intento interrumpido por una caída del servicio cuenta en `intentos`, pero puede faltar aquí. */
  intentos_anteriores: Array<IntentoAnterior>;
  /** Cuándo hará el servicio el próximo intento; null si no habrá otro, o si la entrega espera a un evento anterior del mismo pedido. */
  proximo_intento: string | null;
};

/** Cómo fue un intento de entrega. */
export type UltimoIntento = {
  /** Cuándo terminó. */
  momento: string;
  /** Estado HTTP de la respuesta; null si no la hubo. */
  estado_http: number | null;
  /** Por qué no hubo una respuesta completa; null si la hubo. `cierre`, `dns_propio`, `red_propia` e `interno` son fallos de este servicio y no gastan ningún intento. Los demás son del receptor: `dns` (su nombre no se resuelve), `direccion_prohibida` (su dirección es privada o reservada), `conexion` (conexión rechazada o cortada), `tls` (error de certificado o de protocolo), `plazo` (pasaron más de 15 segundos), `corte` (la conexión se cortó a mitad de la petición o de la respuesta), `protocolo` (la respuesta no es HTTP). */
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
  /** Cuánto duró el intento, en milisegundos. */
  duracion_ms: number;
  /** El principio de la respuesta, hasta 4 KiB; null si no la hubo. */
  respuesta: string | null;
};

/** Cómo fue un intento anterior. El texto de su respuesta no se guarda. */
export type IntentoAnterior = {
  /** Cuándo terminó. */
  momento: string;
  /** Estado HTTP de la respuesta; null si no la hubo. */
  estado_http: number | null;
  /** Por qué no hubo una respuesta completa, como en `ultimo_intento`; null si la hubo. */
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
  /** Cuánto duró el intento, en milisegundos. */
  duracion_ms: number;
};

/** Dónde está la página dentro de la lista. */
export type PaginacionEntregas = {
  /** Cuántas entregas lleva la página como máximo. */
  limite: number;
  /** Cursor de la página siguiente; null en la última. */
  siguiente: string | null;
  /** Cursor de la página anterior; null en la primera. */
  anterior: string | null;
};

/** Cómo fue una entrega de prueba. */
export type Prueba = {
  /** El identificador del evento de prueba, que el receptor vio como `X-Svc-Id`. */
  id: string;
  /** Si el receptor respondió 2xx a tiempo. */
  entregada: boolean;
  /** Estado HTTP de la respuesta; null si no la hubo. */
  estado_http: number | null;
  /** Por qué no hubo una respuesta completa; null si la hubo. `cierre`, `dns_propio`, `red_propia` e `interno` son fallos de este servicio y no gastan ningún intento. Los demás son del receptor: `dns` (su nombre no se resuelve), `direccion_prohibida` (su dirección es privada o reservada), `conexion` (conexión rechazada o cortada), `tls` (error de certificado o de protocolo), `plazo` (pasaron más de 15 segundos), `corte` (la conexión se cortó a mitad de la petición o de la respuesta), `protocolo` (la respuesta no es HTTP). */
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
  /** Cuánto duró el intento, en milisegundos. */
  duracion_ms: number;
  /** El principio de la respuesta, hasta 4 KiB; null si no la hubo. */
  respuesta: string | null;
};

/** Lo que quieres volver a enviar: exactamente uno de los dos campos. */
export type ReenvioNuevo = {
  /** El `id` de una entrega. */
  entrega?: string;
  /** Todos los eventos desde este momento: `AAAA-MM-DD` (medianoche UTC) o fecha y hora ISO 8601 con zona. */
  desde?: string;
};

/** Un reenvío y su progreso. */
export type Reenvio = {
  /** Identificador, con prefijo `rnv_`. */
  id: string;
  /** Cuándo se pidió. */
  creado_en: string;
  /** Si ya ha terminado. */
  completo: boolean;
  /** Cuántos eventos abarca, incluidos los de tipos a los que el webhook no está suscrito. */
  eventos: number;
  /** Cuántos de ellos ya están encolados, o descartados porque no eran para este webhook. */
  revisados: number;
  /** Entregas encoladas. */
  encoladas: number;
  /** Entregas que han llegado. */
  entregadas: number;
  /** Entregas que han agotado sus intentos. */
  fallidas: number;
};

/** Los reenvíos de un webhook. */
export type ListaReenvios = {
  /** Los reenvíos, del más reciente al más antiguo. */
  datos: Array<Reenvio>;
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
  /** Con `parametro_invalido`, los valores admitidos o, si son un rango o un formato, un solo texto que lo describe. Con `eventos_caducados`, el id más antiguo que se guarda. Los demás errores no llevan este campo. */
  valores_validos?: Array<string>;
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
  /** Solo los pedidos con este `pago.metodo`, escrito igual. Es una lista abierta: efectivo, tarjeta, online, o el que use tu plataforma. */
  metodo_pago?: string;
  /** Solo los pedidos creados en este momento o después (`desde` <= `creado_en`). Una fecha sola equivale a su medianoche UTC; una fecha con hora puede llevar cualquier desfase. */
  desde?: string;
  /** Solo los pedidos creados antes de este momento (`creado_en` < `hasta`), en el mismo formato que `desde`. */
  hasta?: string;
  /** Solo el pedido con este número, el que ven las personas. */
  numero?: string;
  /** Solo los pedidos con este número de factura, sin distinguir mayúsculas, espacios ni signos. */
  factura?: string;
  /** Solo los pedidos del cliente con este teléfono, con o sin el prefijo del país del restaurante; los espacios y signos no cuentan. Los de un cliente olvidado ya no se encuentran. */
  telefono?: string;
  /** Solo los pedidos del cliente con este correo, sin distinguir mayúsculas. Los de un cliente olvidado ya no se encuentran. */
  email?: string;
  /** Cuántos pedidos lleva la página. Puede cambiar de una página a otra. */
  limite?: number;
  /** El `siguiente` o el `anterior` de otra página. Es opaco, no caduca y solo sirve con los mismos filtros y el mismo restaurante. */
  cursor?: string;
};

export type LeerCarta = {
  /** Con `true`, la carta omite las categorías con `activa: false` y los productos con `disponible: false`. No tiene en cuenta `visible_dias` ni `visible_horario`: la carta es la misma a cualquier hora, y tu programa ha de comprobarlos al mostrarla. */
  solo_disponibles?: boolean;
};

export type LeerResumen = {
  /** Días locales enteros. `7d` y `30d` son hoy y los 6 o 29 días anteriores; `mes_actual` va del día 1 del mes en curso hasta hoy. No se combina con `desde` y `hasta`. */
  periodo?: 'hoy' | 'ayer' | '7d' | '30d' | 'mes_actual';
  /** Primer día de un rango propio, en fecha local del restaurante. Requiere `hasta`; en la respuesta, `periodo` es entonces `personalizado`. */
  desde?: string;
  /** El día siguiente al último del rango. El rango tiene como máximo 366 días. */
  hasta?: string;
};

export type LeerCaja = {
  /** Inicio del tramo, obligatorio: un día local, que empieza en `corte`, o un día y una hora locales en cuartos de hora. */
  desde: string;
  /** Fin del tramo (excluido), obligatorio, en el mismo formato. El tramo tiene como máximo 366 días. */
  hasta: string;
  /** Por qué fecha cuentan los pedidos: la de su creación, la de su factura (los pedidos sin factura quedan aparte, en `sin_factura`) o la de su último cobro. */
  fecha?: 'creacion' | 'factura' | 'pago';
  /** Añade las mismas cifras por días o por meses, en `grupos`. */
  agrupar?: 'dia' | 'mes';
  /** La hora local a la que empiezan los días, para que una noche que acaba a las dos sea del día en que empezó. Con `fecha=factura` no cuenta: las facturas son de días naturales. */
  corte?: string;
};

export type ListarCierres = {
  /** Cuántos cierres como máximo. */
  limite?: number;
  /** Solo los cierres anteriores a este: para seguir leyendo. */
  antes_de?: string;
};

export type ListarCambiosCierre = {
  /** Cuántos cambios como máximo. */
  limite?: number;
  /** Solo los pedidos posteriores a este `pedido_id`: para seguir leyendo. */
  despues_de?: string;
};

export type ExportarTabla = {
  /** Formato del archivo. */
  formato?: 'ndjson' | 'csv' | 'xlsx' | 'parquet';
  /** Para personas, en `xlsx` y `csv`: títulos de columna en palabras de este idioma; en `xlsx`, además, una primera hoja con los totales (por IVA, medio de pago y día, y el cuadre) y una fila de totales. Sin él, las columnas se llaman como los campos. */
  idioma?: 'es' | 'en';
  /** Solo para `csv`. `excel` es para abrirlo en un Excel español: columnas separadas por `;`, coma decimal, importes en la moneda, horas locales, títulos en palabras (en español, si no pides otro `idioma`) y una marca de UTF-8. */
  estilo?: 'programa' | 'excel';
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
  /** Solo los pedidos con este `pago.metodo`, escrito igual. Es una lista abierta: efectivo, tarjeta, online, o el que use tu plataforma. */
  metodo_pago?: string;
  /** Solo los pedidos creados en este momento o después (`desde` <= `creado_en`). Una fecha sola equivale a su medianoche UTC; una fecha con hora puede llevar cualquier desfase. */
  desde?: string;
  /** Solo los pedidos creados antes de este momento (`creado_en` < `hasta`), en el mismo formato que `desde`. */
  hasta?: string;
  /** Solo el pedido con este número, el que ven las personas. */
  numero?: string;
  /** Solo los pedidos con este número de factura, sin distinguir mayúsculas, espacios ni signos. */
  factura?: string;
  /** Solo los pedidos del cliente con este teléfono, con o sin el prefijo del país del restaurante; los espacios y signos no cuentan. Los de un cliente olvidado ya no se encuentran. */
  telefono?: string;
  /** Solo los pedidos del cliente con este correo, sin distinguir mayúsculas. Los de un cliente olvidado ya no se encuentran. */
  email?: string;
  /** La fecha a la que se refieren `desde` y `hasta`: la creación del pedido, su factura o su último cobro; los pedidos que no la tienen se quedan fuera. En `pagos`, `pago` es el momento de cada cobro. Con `fecha`, un día sin hora es un día del restaurante, como en `/caja`; sin ella, su medianoche UTC, como en `/pedidos`. */
  fecha?: 'creacion' | 'factura' | 'pago';
  /** Solo los pedidos que cambiaron después de este evento (`evt_…`, como la `X-Posicion` de otra exportación), o en este momento o después. No caduca, aunque el evento ya no se guarde. */
  cambiado_desde?: string;
  /** En `ndjson` de `pedidos`, pone `cambiado_en` y `secuencia` delante de los campos de cada pedido. En lo demás son siempre columnas. */
  con_cambio?: boolean;
  /** Solo en `iva` y `pagos`: el mes como se cerró, byte a byte igual cada vez, aunque los pedidos hayan cambiado después. `pagos` lleva los cobros dentro del mes. Se combina con `formato`, `idioma`, `estilo` y `despues_de`, y la respuesta no lleva `X-Posicion`. */
  cierre?: string;
  /** Solo los pedidos posteriores a este `id`: para seguir donde se cortó otra exportación. */
  despues_de?: string;
};

export type EscucharEventos = {
  /** Solo los eventos de estos tipos, separados por comas o repitiendo el parámetro. `pedido.*` y `*` equivalen a todos los tipos menos `pedido.importado`, que solo recibes si lo nombras: anuncia un pedido del pasado que se acaba de cargar. */
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
  /** El último `id` que recibiste, para clientes que no pueden enviar la cabecera del mismo nombre. La cabecera prevalece. */
  'Last-Event-ID'?: string;
  /** Lo mismo que `Last-Event-ID`, como lo escriben event-source-polyfill y reconnecting-eventsource. Prevalece sobre ese parámetro. */
  lastEventId?: string;
};

export type ListarEventos = {
  /** Solo los eventos posteriores a este id: el de un evento o el `siguiente` de otra página. `ultimo` no da eventos y, en `siguiente`, da la posición actual. Por defecto, la página empieza por el evento más antiguo que se guarda. */
  despues_de?: string;
  /** Solo los eventos de estos tipos, separados por comas o repitiendo el parámetro. `pedido.*` y `*` equivalen a todos los tipos menos `pedido.importado`, que solo recibes si lo nombras: anuncia un pedido del pasado que se acaba de cargar. */
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
  /** Solo las entregas en este estado; `reintento`: las pendientes que han fallado y se volverán a intentar. */
  estado?: 'pendiente' | 'entregada' | 'fallida' | 'reintento';
  /** Cuántas entregas lleva la página. */
  limite?: number;
  /** El `siguiente` o el `anterior` de otra página del mismo webhook y con el mismo filtro. */
  cursor?: string;
};
