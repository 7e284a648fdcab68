import type { Descripciones } from '../componentes.ts';

const CENTS = 'In cents of `moneda`.';

export const RESTAURANTE_EN = {
  Carta: {
    $: 'The menu of the restaurant.',

    restaurante_id: 'The restaurant, with prefix `rest_`.',
    restaurante_slug: 'Its name in URLs.',
    moneda: 'Currency of all prices, ISO 4217.',
    idioma_origen: 'Language that the menu is written in.',
    generado_en: 'When this version of the menu was made.',
    categorias: 'The categories, in the order of the menu.',
  },
  Categoria: {
    $: 'A category of the menu.',

    id: 'Identifier, with prefix `cat_`.',
    nombre: 'Name.',
    activa: 'Whether it is shown.',
    visible_dias: 'Days on which it is shown.',
    visible_horario: 'Local hours during which it is shown; null if it is shown all day.',
    productos: 'The products, in the order of the menu.',
  },
  Producto: {
    $: 'A product of the menu.',

    id: 'Identifier, with prefix `prod_`.',
    nombre: 'Name.',
    precio_cents: `Base price. ${CENTS}`,
    disponible: 'Whether it is available; false when it is sold out.',
    destacado: 'Whether the restaurant features it.',
    alergenos: 'Allergens. Open list.',
    tamaños: 'Sizes; empty if there is only one.',
    grupos_opcion: 'Option groups.',
  },
  Tamano: {
    $: 'A size of a product.',

    id: 'Identifier, with prefix `tam_`.',
    nombre: 'Name.',
    precio_cents: `Price of the product in this size. ${CENTS}`,
    predeterminado: 'Whether it is the default size.',
  },
  GrupoOpcion: {
    $: 'An option group of a product.',

    id: 'Identifier, with prefix `grp_`.',
    nombre: 'Name.',
    requerido: 'Whether an option has to be chosen.',
    min_seleccion: 'Minimum number of options.',
    max_seleccion: 'Maximum number of options.',
    opciones: 'The options.',
  },
  Opcion: {
    $: 'An option of a group.',

    id: 'Identifier, with prefix `opt_`.',
    nombre: 'Name.',
    precio_cents: `Amount that it adds to the price of the product. ${CENTS}`,
  },
  Tramo: {
    $: 'A span of local time.',
    desde: 'Start, `HH:MM`.',
    hasta: 'End, `HH:MM`; `24:00` is midnight.',
  },
  ListaZonas: {
    $: 'The delivery zones.',
    datos: 'All zones, active or not.',
  },
  Zona: {
    $: 'A delivery zone.',

    id: 'Identifier, with prefix `zon_`.',
    nombre: 'Name.',
    slug: 'Name in URLs.',
    color: 'Colour on maps, hexadecimal.',
    tarifa_cents: 'Delivery fee, in cents of the restaurant’s currency.',
    pedido_minimo_cents: 'Minimum amount of an order, in cents of the restaurant’s currency.',
    minutos_estimados: 'Estimated minutes until delivery.',
    activa: 'Whether the restaurant delivers to it.',
    poligono: 'Its outline.',
  },
  Poligono: {
    $: 'A polygon as in GeoJSON.',

    tipo: 'Always `Polygon`.',
    coordenadas: 'Closed rings of positions `[lng, lat]`: the outline and, after it, its holes.',
  },
  Restaurante: {
    $: 'The profile of the restaurant, without sensitive fiscal data.',

    id: 'Identifier, with prefix `rest_`.',
    slug: 'Name in URLs.',
    nombre: 'Trade name.',
    moneda: 'Its currency, ISO 4217.',
    zona_horaria: 'Its time zone, an IANA name.',
    acepta_pedidos: 'Whether it takes orders now.',
    pedido_minimo_cents: `Minimum amount of an order. ${CENTS}`,
    horario: 'Local opening hours of each day of the week; an empty list if it is closed.',
    contacto: 'How to reach the restaurant.',
    ubicacion: 'Where it is.',
    branding: 'Its branding: logo, colour and photographs.',
    reputacion: 'Its customers’ ratings.',
  },
  Contacto: {
    $: 'How to reach the restaurant.',
    email: 'E-mail.',
    telefono: 'Phone.',
    web: 'Website.',
  },
  Ubicacion: {
    $: 'Where the restaurant is.',

    direccion: 'Street and number.',
    ciudad: 'City.',
    lat: 'Latitude in degrees.',
    lng: 'Longitude in degrees.',
  },
  Branding: {
    $: 'The branding of the restaurant.',

    logo_url: 'URL of the logo.',
    color_primario: 'Main colour.',
    galeria: 'URLs of photographs.',
  },
  Reputacion: {
    $: 'Customers’ ratings.',
    puntuacion: 'Average rating.',
    votos: 'Number of ratings.',
  },
  Resumen: {
    $: 'The figures of a period, in the time zone of the restaurant.',

    periodo: 'The period that was asked for.',
    desde: 'Start, with the UTC offset of the restaurant.',
    hasta: 'End (exclusive), with the UTC offset of the restaurant.',
    zona_horaria: 'Time zone of the restaurant, an IANA name.',
    kpis: 'The main figures.',
    mix_tipo: 'Orders by type.',
    top_productos: 'The ten products with the most sales.',
  },
  Kpis: {
    $: 'The main figures. All except `pedidos_cancelados` exclude cancelled and rejected orders.',

    pedidos_total: 'Number of orders.',
    pedidos_cancelados: 'Number of cancelled or rejected orders.',
    clientes_distintos:
      'Number of distinct customers, identified by their phone or, without one, by their e-mail.',
    ventas_cents: `Sum of the totals of the orders. ${CENTS}`,
    ticket_medio_cents: `Average total of an order, rounded; 0 if there are no orders. ${CENTS}`,
    moneda: 'Currency of the amounts, ISO 4217.',
  },
  MixTipo: {
    $: 'Orders by type, excluding cancelled and rejected ones.',
    reparto: 'Delivery orders.',
    recogida: 'Collection orders.',
    mesa: 'Table orders.',
  },
  ProductoVendido: {
    $: 'A product and its sales.',

    producto_id: 'The product, with prefix `prod_`.',
    nombre: 'Its latest name in the period.',
    unidades: 'Units sold.',
    ventas_cents: 'Amount sold, in cents.',
  },
} as const satisfies Partial<Descripciones>;
