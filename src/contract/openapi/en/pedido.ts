import type { Descripciones } from '../componentes.ts';

const CENTS = 'In cents of `moneda`.';

export const PEDIDO_EN = {
  PaginaPedidos: {
    $: 'A page of the list of orders.',
    datos: 'The orders, by descending `id`.',
    paginacion: 'Cursors of the neighbouring pages, and the total.',
  },
  Paginacion: {
    $: 'Where the page is in the list.',

    limite: 'How many orders or events the page holds at most.',
    siguiente:
      'Cursor of the next page; null on the last one. On a page of events, the id to go on from.',
    anterior: 'Cursor of the previous page; null on the first one.',
    total_aprox:
      'How many orders match the filters: exact up to 10,000, within 5 % beyond that. On a page of events, how many follow `despues_de`.',
  },
  Pedido: {
    $: 'An order. `direccion`, `mesa`, `entrega` and `fiscal` are null when they do not apply.',

    id: 'Opaque identifier, with prefix `ped_`.',
    numero: 'Human-readable number: the local day and a sequence within that day.',
    tipo: 'Delivery (`reparto`), collection (`recogida`) or table (`mesa`).',
    estado: 'Current state. `entregado` and `cancelado` are final.',
    fuente: 'Channel through which the order came in.',
    creado_en: 'When it was created.',
    aceptado_en: 'When it was accepted; null until then.',
    entregado_en: 'When it was delivered; null until then.',
    programado_para: 'When the customer wants it; null for as soon as possible.',
    restaurante: 'The restaurant of the order.',
    cliente: 'The customer who ordered.',
    direccion: 'Delivery address; null unless the order is a delivery.',
    mesa: 'The table; null unless the order is for a table.',
    items: 'The lines of the order.',
    totales: 'The amounts of the order.',
    pago: 'How it is paid.',
    entrega: 'The delivery; null if there is none.',
    fiscal: 'The invoice; null as long as there is none.',
    instrucciones: 'Instructions from the customer.',
  },
  RestauranteRef: {
    $: 'The restaurant: its id and its names.',

    id: 'Identifier, with prefix `rest_`.',
    slug: 'Name in URLs.',
    nombre: 'Trade name.',
  },
  Cliente: {
    $: 'The customer’s data as given in this order.',

    nombre: 'Name.',
    telefono: 'Phone; empty if it was not given.',
    email: 'E-mail; empty if it was not given.',
    consintio_marketing: 'Whether they agreed to receive advertising.',
  },
  Direccion: {
    $: 'Delivery address.',

    linea: 'Street, number, floor.',
    codigo_postal: 'Post code, if known.',
    pais: 'Country: two letters, ISO 3166-1.',
    lat: 'Latitude in degrees.',
    lng: 'Longitude in degrees.',
  },
  Mesa: {
    $: 'The table of an order at a table.',
    numero: 'Number or name of the table.',
    comensales: 'How many people, if known.',
  },
  Item: {
    $: 'A line of the order.',

    id: 'Identifier, with prefix `itm_`.',
    producto_id: 'The product of the menu, with prefix `prod_`.',
    nombre: 'Name of the product when it was ordered.',
    tamaño: 'Name of the size; empty if the product has none.',
    cantidad: 'Units.',
    precio_unitario_cents: `Price of one unit. ${CENTS}`,
    opciones_total_cents: `Amount of the options. ${CENTS}`,
    total_cents: `Amount of the line. ${CENTS}`,
    estado_cocina: 'State in the kitchen.',
    opciones: 'Options chosen.',
  },
  ItemOpcion: {
    $: 'An option chosen in a line.',

    id: 'Identifier, with prefix `opc_`.',
    grupo: 'Name of the group of options.',
    nombre: 'Name of the option.',
    cantidad: 'Units.',
    precio_cents: `Price of the option. ${CENTS}`,
  },
  Totales: {
    $: 'The amounts of the order: integers, in cents of `moneda`.',

    moneda: 'Currency code, ISO 4217.',
    subtotal_cents: 'Sum of the lines.',
    descuento_cents: 'Discount.',
    propina_cents: 'Tip.',
    tarifa_reparto_cents: 'Delivery fee.',
    impuestos_cents: 'Taxes.',
    total_cents: 'Total to pay.',
    iva_desglose: 'VAT by rate.',
  },
  IvaDesglose: {
    $: 'The VAT at one rate.',

    tipo_porcentaje: 'Rate in percent.',
    base_cents: `Taxable amount. ${CENTS}`,
    iva_cents: `Tax. ${CENTS}`,
  },
  Pago: {
    $: 'How the order is paid.',

    metodo: 'Payment method.',
    estado: 'State of the payment.',
    proveedor: 'Payment gateway or terminal; free text.',
    referencia_externa: 'Reference at the provider.',
    pagos: 'The individual payments.',
  },
  Cobro: {
    $: 'A full or partial payment.',

    metodo: 'Payment method.',
    importe_cents: `Amount. ${CENTS}`,
    estado: 'State of the payment.',
    referencia_externa: 'Reference at the provider, if there is one.',
    momento: 'When it was made.',
  },
  Entrega: {
    $: 'The delivery of the order.',

    repartidor_nombre: 'Name of the courier; null until one is assigned.',
    zona_id: 'The delivery zone, with prefix `zon_`.',
    zona_nombre: 'Name of the zone when the order was placed.',
    tarifa_cents: `Fee of the zone. ${CENTS}`,
  },
  Fiscal: {
    $: 'The invoice of the order.',

    factura_numero: 'Invoice number.',
    factura_fecha: 'Date of issue.',
    factura_pdf: 'URL of the PDF.',
  },
  Historial: {
    $: 'Everything that was done with the order.',
    pedido_id: 'The order.',
    eventos: 'The entries, from the oldest to the newest.',
  },
  EntradaHistorial: {
    $: 'Something that was done with the order.',

    momento: 'When it was done.',
    accion: 'What was done.',
    origen: 'Where it was done from.',
    usuario: 'Name of the person who did it; null if none is recorded.',
    detalle: 'Details of the action; its fields are not fixed.',
  },
  PaginaEventos: {
    $: 'A page of events, from the oldest to the newest.',
    datos: 'The events.',
    paginacion: 'The id to go on from, and how many events follow `despues_de`.',
  },
  Evento: {
    $: 'Something that happened to an order, with the order as it was then.',

    id: 'Identifier, with prefix `evt_`; the same on every attempt.',
    tipo: 'What happened.',
    creado_en: 'When it was recorded.',
    restaurante_id: 'The restaurant, with prefix `rest_`.',
    secuencia: 'Position in the log of the restaurant, without gaps.',
    datos: 'The order, and what changed in it.',
  },
  DatosEvento: {
    $: 'The order, and what changed in it.',
    pedido: 'The order as it was then.',
    cambios: 'The fields of the order that changed.',
  },
  Error: {
    $: 'The body of every error.',

    ok: 'Always false.',
    error: 'Message for people, in Spanish: what is wrong and what is allowed.',
    codigo: 'Code for programs. It always comes with the same HTTP status.',
    doc: 'Link to the documentation of authentication.',
    valores_validos:
      'With `parametro_invalido`, the allowed values or, for a range or a format, a text that describes it. With `eventos_caducados`, the oldest id that is kept. Other errors do not have this field.',
  },
} as const satisfies Partial<Descripciones>;
