import type { Descripciones } from '../componentes.ts';

const CENTS = 'En céntimos de `moneda`.';

export const DESCRIPCIONES_RESTAURANTE = {
  Carta: {
    $: 'La carta del restaurante.',

    restaurante_id: 'El restaurante, con prefijo `rest_`.',
    restaurante_slug: 'Su nombre en las URL.',
    moneda: 'Moneda de todos los precios, ISO 4217.',
    idioma_origen: 'Idioma en que está escrita la carta.',
    generado_en: 'Cuándo se generó esta versión de la carta.',
    categorias: 'Las categorías, en el orden de la carta.',
  },
  Categoria: {
    $: 'Una categoría de la carta.',

    id: 'Identificador, con prefijo `cat_`.',
    nombre: 'Nombre.',
    activa: 'Si se muestra.',
    visible_dias: 'Días en que se muestra.',
    visible_horario: 'Horas locales en que se muestra; null si todo el día.',
    productos: 'Los productos, en el orden de la carta.',
  },
  Producto: {
    $: 'Un producto de la carta.',

    id: 'Identificador, con prefijo `prod_`.',
    nombre: 'Nombre.',
    precio_cents: `Precio base. ${CENTS}`,
    disponible: 'Si está disponible; false si está agotado.',
    destacado: 'Si el restaurante lo destaca.',
    alergenos: 'Alérgenos. Lista abierta.',
    tamaños: 'Tamaños; vacía si solo hay uno.',
    grupos_opcion: 'Grupos de opciones.',
  },
  Tamano: {
    $: 'Un tamaño de un producto.',

    id: 'Identificador, con prefijo `tam_`.',
    nombre: 'Nombre.',
    precio_cents: `Precio del producto en este tamaño. ${CENTS}`,
    predeterminado: 'Si es el tamaño por defecto.',
  },
  GrupoOpcion: {
    $: 'Un grupo de opciones de un producto.',

    id: 'Identificador, con prefijo `grp_`.',
    nombre: 'Nombre.',
    requerido: 'Si hay que elegir alguna opción.',
    min_seleccion: 'Número mínimo de opciones.',
    max_seleccion: 'Número máximo de opciones.',
    opciones: 'Las opciones.',
  },
  Opcion: {
    $: 'Una opción de un grupo.',

    id: 'Identificador, con prefijo `opt_`.',
    nombre: 'Nombre.',
    precio_cents: `Importe que añade al precio del producto. ${CENTS}`,
  },
  Tramo: {
    $: 'Un tramo de horas locales.',
    desde: 'Hora de inicio, `HH:MM`.',
    hasta: 'Hora de fin, `HH:MM`; `24:00` es medianoche.',
  },
  ListaZonas: {
    $: 'Las zonas de reparto.',
    datos: 'Todas las zonas, activas o no.',
  },
  Zona: {
    $: 'Una zona de reparto.',

    id: 'Identificador, con prefijo `zon_`.',
    nombre: 'Nombre.',
    slug: 'Nombre en las URL.',
    color: 'Color en mapas, hexadecimal.',
    tarifa_cents: 'Tarifa de reparto, en céntimos de la moneda del restaurante.',
    pedido_minimo_cents: 'Importe mínimo de un pedido, en céntimos de la moneda del restaurante.',
    minutos_estimados: 'Minutos estimados hasta la entrega.',
    activa: 'Si el restaurante reparte en ella.',
    poligono: 'Su contorno.',
  },
  Poligono: {
    $: 'Un polígono como en GeoJSON.',

    tipo: 'Siempre `Polygon`.',
    coordenadas: 'Anillos cerrados de posiciones `[lng, lat]`: el contorno y, tras él, sus huecos.',
  },
  Restaurante: {
    $: 'El perfil del restaurante, sin datos fiscales sensibles.',

    id: 'Identificador, con prefijo `rest_`.',
    slug: 'Nombre en las URL.',
    nombre: 'Nombre comercial.',
    moneda: 'Su moneda, ISO 4217.',
    zona_horaria: 'Su zona horaria, de la base IANA.',
    acepta_pedidos: 'Si ahora acepta pedidos.',
    pedido_minimo_cents: `Importe mínimo de un pedido. ${CENTS}`,
    horario: 'Horas locales de apertura de cada día de la semana; lista vacía si cierra.',
    contacto: 'Cómo contactar con el restaurante.',
    ubicacion: 'Dónde está.',
    branding: 'Su imagen: logotipo, color y fotografías.',
    reputacion: 'Las valoraciones de sus clientes.',
  },
  Contacto: {
    $: 'Cómo contactar con el restaurante.',
    email: 'Correo electrónico.',
    telefono: 'Teléfono.',
    web: 'Sitio web.',
  },
  Ubicacion: {
    $: 'Dónde está el restaurante.',

    direccion: 'Calle y número.',
    ciudad: 'Ciudad.',
    lat: 'Latitud en grados.',
    lng: 'Longitud en grados.',
  },
  Branding: {
    $: 'La imagen del restaurante.',

    logo_url: 'URL del logotipo.',
    color_primario: 'Color principal.',
    galeria: 'URL de fotografías.',
  },
  Reputacion: {
    $: 'Las valoraciones de los clientes.',
    puntuacion: 'Puntuación media.',
    votos: 'Número de valoraciones.',
  },
  Resumen: {
    $: 'Las cifras de un periodo, en la zona horaria del restaurante.',

    periodo: 'El periodo pedido.',
    desde: 'Inicio, con el desfase horario del restaurante.',
    hasta: 'Fin (excluido), con el desfase horario del restaurante.',
    zona_horaria: 'Zona horaria del restaurante, de la base IANA.',
    kpis: 'Las cifras principales.',
    mix_tipo: 'Pedidos por tipo.',
    top_productos: 'Los diez productos con más ventas.',
  },
  Kpis: {
    $: 'Las cifras principales. Todas excepto `pedidos_cancelados` excluyen los pedidos cancelados y rechazados.',

    pedidos_total: 'Número de pedidos.',
    pedidos_cancelados: 'Número de pedidos cancelados o rechazados.',
    clientes_distintos:
      'Número de clientes distintos, identificados por su teléfono o, si falta, por su correo.',
    ventas_cents: `Suma de los totales de los pedidos. ${CENTS}`,
    ticket_medio_cents: `Total medio de un pedido, redondeado; 0 si no hay pedidos. ${CENTS}`,
    moneda: 'Moneda de los importes, ISO 4217.',
  },
  MixTipo: {
    $: 'Pedidos por tipo, sin cancelados ni rechazados.',
    reparto: 'Pedidos de reparto.',
    recogida: 'Pedidos de recogida.',
    mesa: 'Pedidos de mesa.',
  },
  ProductoVendido: {
    $: 'Un producto y sus ventas.',

    producto_id: 'El producto, con prefijo `prod_`.',
    nombre: 'Su nombre más reciente en el periodo.',
    unidades: 'Unidades vendidas.',
    ventas_cents: 'Importe vendido, en céntimos.',
  },
} as const satisfies Partial<Descripciones>;
