import type { Descripciones } from '../componentes.ts';

const CENTS = 'In cents of `moneda`.';

export const RESTAURANTE_EN = {
  Carta: {
    $: 'The menu of the restaurant.',

    restaurante_id: 'The restaurant, with prefix `rest_`.',
    restaurante_slug: 'Its name in web addresses.',
    moneda: 'Currency of all prices, ISO 4217.',
    idioma_origen: 'Language that it is written in.',
    generado_en: 'When this version of the menu was made.',
    categorias: 'The categories, in their order.',
  },
  Categoria: {
    $: 'A category of the menu.',

    id: 'Identifier, with prefix `cat_`.',
    nombre: 'Name.',
    activa: 'Whether it is shown.',
    visible_dias: 'Days on which it is shown.',
    visible_horario: 'Local hours in which it is shown; null for the whole day.',
    productos: 'The products, in their order.',
  },
  Producto: {
    $: 'A product of the menu.',

    id: 'Identifier, with prefix `prod_`.',
    nombre: 'Name.',
    precio_cents: `Basic price. ${CENTS}`,
    disponible: 'Whether it has not run out.',
    destacado: 'Whether the restaurant features it.',
    alergenos: 'Allergens. Open list.',
    tamaños: 'Sizes; empty if there is only one.',
    grupos_opcion: 'Groups of options.',
  },
  Tamano: {
    $: 'A size of a product.',

    id: 'Identifier, with prefix `tam_`.',
    nombre: 'Name.',
    precio_cents: `Price of the product in this size. ${CENTS}`,
    predeterminado: 'Whether it is the one offered first.',
  },
  GrupoOpcion: {
    $: 'A group of options of a product.',

    id: 'Identifier, with prefix `grp_`.',
    nombre: 'Name.',
    requerido: 'Whether one has to choose.',
    min_seleccion: 'How many options at least.',
    max_seleccion: 'How many options at most.',
    opciones: 'The options.',
  },
  Opcion: {
    $: 'An option of a group.',

    id: 'Identifier, with prefix `opt_`.',
    nombre: 'Name.',
    precio_cents: `What it adds to the price. ${CENTS}`,
  },
  Tramo: {
    $: 'A span of local hours.',
    desde: 'First hour, `HH:MM`.',
    hasta: 'Last hour, `HH:MM`; `24:00` is midnight.',
  },
  ListaZonas: {
    $: 'The delivery zones.',
    datos: 'All zones, active or not.',
  },
  Zona: {
    $: 'A delivery zone.',

    id: 'Identifier, with prefix `zon_`.',
    nombre: 'Name.',
    slug: 'Name in web addresses.',
    color: 'Colour on maps, hexadecimal.',
    tarifa_cents: 'Delivery fee, in cents of the restaurant’s currency.',
    pedido_minimo_cents: 'Least amount of an order, in cents of the restaurant’s currency.',
    minutos_estimados: 'Minutes until delivery.',
    activa: 'Whether it is served.',
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
    slug: 'Name in web addresses.',
    nombre: 'Trade name.',
    moneda: 'Its currency, ISO 4217.',
    zona_horaria: 'Its time zone, an IANA name.',
    acepta_pedidos: 'Whether it takes orders now.',
    pedido_minimo_cents: `Least amount of an order. ${CENTS}`,
    horario: 'Local opening hours by day of the week; empty if it is closed.',
    contacto: 'How to reach the restaurant.',
    ubicacion: 'Where it is.',
    branding: 'What it looks like.',
    reputacion: 'What its customers think.',
  },
  Contacto: {
    $: 'How to reach the restaurant.',
    email: 'E-mail.',
    telefono: 'Phone.',
    web: 'Web site.',
  },
  Ubicacion: {
    $: 'Where the restaurant is.',

    direccion: 'Street and number.',
    ciudad: 'City.',
    lat: 'Latitude in degrees.',
    lng: 'Longitude in degrees.',
  },
  Branding: {
    $: 'What the restaurant looks like.',

    logo_url: 'Address of the logo.',
    color_primario: 'Main colour.',
    galeria: 'Addresses of photographs.',
  },
  Reputacion: {
    $: 'What customers think.',
    puntuacion: 'Average score.',
    votos: 'Number of votes.',
  },
  Resumen: {
    $: 'The figures of a period, in the time zone of the restaurant.',

    periodo: 'The period that was asked for.',
    desde: 'Start, with the offset of the restaurant.',
    hasta: 'End, not included, with the offset of the restaurant.',
    zona_horaria: 'Time zone of the restaurant, an IANA name.',
    kpis: 'The main figures.',
    mix_tipo: 'Orders by type.',
    top_productos: 'The ten products with the most sales.',
  },
  Kpis: {
    $: 'The main figures. All but `pedidos_cancelados` leave out cancelled and rejected orders.',

    pedidos_total: 'Orders.',
    pedidos_cancelados: 'Orders cancelled or rejected.',
    clientes_distintos: 'Distinct customers, by their phone or, without one, their e-mail.',
    ventas_cents: `Sum of the totals. ${CENTS}`,
    ticket_medio_cents: `Average sale, rounded; 0 without orders. ${CENTS}`,
    moneda: 'Currency of the amounts, ISO 4217.',
  },
  MixTipo: {
    $: 'Orders by type, without cancelled and rejected ones.',
    reparto: 'Delivered.',
    recogida: 'Collected.',
    mesa: 'At a table.',
  },
  ProductoVendido: {
    $: 'A product and what was sold of it.',

    producto_id: 'The product, with prefix `prod_`.',
    nombre: 'Its newest name in the period.',
    unidades: 'Units sold.',
    ventas_cents: 'Amount sold, in cents.',
  },
} as const satisfies Partial<Descripciones>;
