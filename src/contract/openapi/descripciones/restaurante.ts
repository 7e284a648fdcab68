import { both } from '../../bilingual.ts';
import type { Descripciones } from '../componentes.ts';
import { cents, ownId } from './comunes.ts';

export const DESCRIPCIONES_RESTAURANTE = {
  Carta: {
    $: both('La carta del restaurante.', 'The menu of the restaurant.'),

    restaurante_id: both(
      'El restaurante, con prefijo `rest_`.',
      'The restaurant, with prefix `rest_`.',
    ),
    restaurante_slug: both('Su nombre en las URL.', 'Its name in URLs.'),
    moneda: both('Moneda de todos los precios, ISO 4217.', 'Currency of all prices, ISO 4217.'),
    idioma_origen: both(
      'Idioma en que está escrita la carta.',
      'Language that the menu is written in.',
    ),
    generado_en: both(
      'Cuándo se generó esta versión de la carta.',
      'When this version of the menu was made.',
    ),
    categorias: both(
      'Las categorías, en el orden de la carta.',
      'The categories, in the order of the menu.',
    ),
  },
  Categoria: {
    $: both('Una categoría de la carta.', 'A category of the menu.'),

    id: ownId('categoria'),
    nombre: both('Nombre.', 'Name.'),
    activa: both('Si se muestra.', 'Whether it is shown.'),
    visible_dias: both('Días en que se muestra.', 'Days on which it is shown.'),
    visible_horario: both(
      'Horas locales en que se muestra; null si todo el día.',
      'Local hours during which it is shown; null if it is shown all day.',
    ),
    productos: both(
      'Los productos, en el orden de la carta.',
      'The products, in the order of the menu.',
    ),
  },
  Producto: {
    $: both('Un producto de la carta.', 'A product of the menu.'),

    id: ownId('producto'),
    nombre: both('Nombre.', 'Name.'),
    precio_cents: cents('Precio base.', 'Base price.'),
    disponible: both(
      'Si está disponible; false si está agotado.',
      'Whether it is available; false when it is sold out.',
    ),
    destacado: both('Si el restaurante lo destaca.', 'Whether the restaurant features it.'),
    alergenos: both('Alérgenos. Lista abierta.', 'Allergens. Open list.'),
    tamaños: both('Tamaños; vacía si solo hay uno.', 'Sizes; empty if there is only one.'),
    grupos_opcion: both('Grupos de opciones.', 'Option groups.'),
  },
  Tamano: {
    $: both('Un tamaño de un producto.', 'A size of a product.'),

    id: ownId('tamano'),
    nombre: both('Nombre.', 'Name.'),
    precio_cents: cents(
      'Precio del producto en este tamaño.',
      'Price of the product in this size.',
    ),
    predeterminado: both('Si es el tamaño por defecto.', 'Whether it is the default size.'),
  },
  GrupoOpcion: {
    $: both('Un grupo de opciones de un producto.', 'An option group of a product.'),

    id: ownId('grupo'),
    nombre: both('Nombre.', 'Name.'),
    requerido: both('Si hay que elegir alguna opción.', 'Whether an option has to be chosen.'),
    min_seleccion: both('Número mínimo de opciones.', 'Minimum number of options.'),
    max_seleccion: both('Número máximo de opciones.', 'Maximum number of options.'),
    opciones: both('Las opciones.', 'The options.'),
  },
  Opcion: {
    $: both('Una opción de un grupo.', 'An option of a group.'),

    id: ownId('opcion'),
    nombre: both('Nombre.', 'Name.'),
    precio_cents: cents(
      'Importe que añade al precio del producto.',
      'Amount that it adds to the price of the product.',
    ),
  },
  Tramo: {
    $: both('Un tramo de horas locales.', 'A span of local time.'),
    desde: both('Hora de inicio, `HH:MM`.', 'Start, `HH:MM`.'),
    hasta: both(
      'Hora de fin, `HH:MM`; `24:00` es medianoche.',
      'End, `HH:MM`; `24:00` is midnight.',
    ),
  },
  ListaZonas: {
    $: both('Las zonas de reparto.', 'The delivery zones.'),
    datos: both('Todas las zonas, activas o no.', 'All zones, active or not.'),
  },
  Zona: {
    $: both('Una zona de reparto.', 'A delivery zone.'),

    id: ownId('zona'),
    nombre: both('Nombre.', 'Name.'),
    slug: both('Nombre en las URL.', 'Name in URLs.'),
    color: both('Color en mapas, hexadecimal.', 'Colour on maps, hexadecimal.'),
    tarifa_cents: both(
      'Tarifa de reparto, en céntimos de la moneda del restaurante.',
      'Delivery fee, in cents of the restaurant’s currency.',
    ),
    pedido_minimo_cents: both(
      'Importe mínimo de un pedido, en céntimos de la moneda del restaurante.',
      'Minimum amount of an order, in cents of the restaurant’s currency.',
    ),
    minutos_estimados: both(
      'Minutos estimados hasta la entrega.',
      'Estimated minutes until delivery.',
    ),
    activa: both('Si el restaurante reparte en ella.', 'Whether the restaurant delivers to it.'),
    poligono: both('Su contorno.', 'Its outline.'),
  },
  Poligono: {
    $: both('Un polígono como en GeoJSON.', 'A polygon as in GeoJSON.'),

    tipo: both('Siempre `Polygon`.', 'Always `Polygon`.'),
    coordenadas: both(
      'Anillos cerrados de posiciones `[lng, lat]`: el contorno y, tras él, sus huecos.',
      'Closed rings of positions `[lng, lat]`: the outline and, after it, its holes.',
    ),
  },
  Restaurante: {
    $: both(
      'El perfil del restaurante, sin datos fiscales sensibles.',
      'The profile of the restaurant, without sensitive fiscal data.',
    ),

    id: ownId('restaurante'),
    slug: both('Nombre en las URL.', 'Name in URLs.'),
    nombre: both('Nombre comercial.', 'Trade name.'),
    moneda: both('Su moneda, ISO 4217.', 'Its currency, ISO 4217.'),
    zona_horaria: both('Su zona horaria, de la base IANA.', 'Its time zone, an IANA name.'),
    acepta_pedidos: both('Si ahora acepta pedidos.', 'Whether it takes orders now.'),
    pedido_minimo_cents: cents('Importe mínimo de un pedido.', 'Minimum amount of an order.'),
    horario: both(
      'Horas locales de apertura de cada día de la semana; lista vacía si cierra.',
      'Local opening hours of each day of the week; an empty list if it is closed.',
    ),
    contacto: both('Cómo contactar con el restaurante.', 'How to reach the restaurant.'),
    ubicacion: both('Dónde está.', 'Where it is.'),
    branding: both(
      'Su imagen: logotipo, color y fotografías.',
      'Its branding: logo, colour and photographs.',
    ),
    reputacion: both('Las valoraciones de sus clientes.', 'Its customers’ ratings.'),
  },
  Contacto: {
    $: both('Cómo contactar con el restaurante.', 'How to reach the restaurant.'),
    email: both('Correo electrónico.', 'E-mail.'),
    telefono: both('Teléfono.', 'Phone.'),
    web: both('Sitio web.', 'Website.'),
  },
  Ubicacion: {
    $: both('Dónde está el restaurante.', 'Where the restaurant is.'),

    direccion: both('Calle y número.', 'Street and number.'),
    ciudad: both('Ciudad.', 'City.'),
    lat: both('Latitud en grados.', 'Latitude in degrees.'),
    lng: both('Longitud en grados.', 'Longitude in degrees.'),
  },
  Branding: {
    $: both('La imagen del restaurante.', 'The branding of the restaurant.'),

    logo_url: both('URL del logotipo.', 'URL of the logo.'),
    color_primario: both('Color principal.', 'Main colour.'),
    galeria: both('URL de fotografías.', 'URLs of photographs.'),
  },
  Reputacion: {
    $: both('Las valoraciones de los clientes.', 'Customers’ ratings.'),
    puntuacion: both('Puntuación media.', 'Average rating.'),
    votos: both('Número de valoraciones.', 'Number of ratings.'),
  },
  Resumen: {
    $: both(
      'Las cifras de un periodo, en la zona horaria del restaurante.',
      'The figures of a period, in the time zone of the restaurant.',
    ),

    periodo: both('El periodo pedido.', 'The period that was asked for.'),
    desde: both(
      'Inicio, con el desfase horario del restaurante.',
      'Start, with the UTC offset of the restaurant.',
    ),
    hasta: both(
      'Fin (excluido), con el desfase horario del restaurante.',
      'End (exclusive), with the UTC offset of the restaurant.',
    ),
    zona_horaria: both(
      'Zona horaria del restaurante, de la base IANA.',
      'Time zone of the restaurant, an IANA name.',
    ),
    kpis: both('Las cifras principales.', 'The main figures.'),
    mix_tipo: both('Pedidos por tipo.', 'Orders by type.'),
    top_productos: both(
      'Los diez productos con más ventas.',
      'The ten products with the most sales.',
    ),
  },
  Kpis: {
    $: both(
      'Las cifras principales. Todas excepto `pedidos_cancelados` excluyen los pedidos cancelados y rechazados.',
      'The main figures. All except `pedidos_cancelados` exclude cancelled and rejected orders.',
    ),

    pedidos_total: both('Número de pedidos.', 'Number of orders.'),
    pedidos_cancelados: both(
      'Número de pedidos cancelados o rechazados.',
      'Number of cancelled or rejected orders.',
    ),
    clientes_distintos: both(
      'Número de clientes distintos, identificados por su teléfono o, si falta, por su correo.',
      'Number of distinct customers, identified by their phone or, without one, by their e-mail.',
    ),
    ventas_cents: cents('Suma de los totales de los pedidos.', 'Sum of the totals of the orders.'),
    ticket_medio_cents: cents(
      'Total medio de un pedido, redondeado; 0 si no hay pedidos.',
      'Average total of an order, rounded; 0 if there are no orders.',
    ),
    moneda: both('Moneda de los importes, ISO 4217.', 'Currency of the amounts, ISO 4217.'),
  },
  MixTipo: {
    $: both(
      'Pedidos por tipo, sin cancelados ni rechazados.',
      'Orders by type, excluding cancelled and rejected ones.',
    ),
    reparto: both('Pedidos de reparto.', 'Delivery orders.'),
    recogida: both('Pedidos de recogida.', 'Collection orders.'),
    mesa: both('Pedidos de mesa.', 'Table orders.'),
  },
  ProductoVendido: {
    $: both('Un producto y sus ventas.', 'A product and its sales.'),

    producto_id: both('El producto, con prefijo `prod_`.', 'The product, with prefix `prod_`.'),
    nombre: both('Su nombre más reciente en el periodo.', 'Its latest name in the period.'),
    unidades: both('Unidades vendidas.', 'Units sold.'),
    ventas_cents: both('Importe vendido, en céntimos.', 'Amount sold, in cents.'),
  },
} as const satisfies Partial<Descripciones>;
