import type { Descripciones } from '../componentes.ts';

const CENTS = 'In cents of `moneda`.';

export const PEDIDO_EN = {
  PaginaPedidos: {
    $: 'A page of the list of orders.',
    datos: 'The orders, by descending `id`.',
    paginacion: 'How to go on.',
  },
  Paginacion: {
    $: 'Where the page is in the list.',

    limite: 'How many orders a page holds.',
    siguiente: 'Cursor of the next page; null on the last one.',
    anterior: 'Cursor of the previous page; null on the first one.',
    total_aprox: 'Orders that match the filters: exact up to 10,000, beyond that within 5 %.',
  },
  Pedido: {
    $: 'An order. `direccion`, `mesa`, `entrega` and `fiscal` are null where they do not apply.',

    id: 'Opaque identifier, with prefix `ped_`.',
    numero: 'Number for people: local day and sequence of the day.',
    tipo: 'Delivery (`reparto`), collection (`recogida`) or table (`mesa`).',
    estado: 'Current state. `entregado` and `cancelado` are final.',
    fuente: 'Where the order came in.',
    creado_en: 'When it was created.',
    aceptado_en: 'When it was accepted; null until then.',
    entregado_en: 'When it was delivered; null until then.',
    programado_para: 'When it is wanted; null for as soon as possible.',
    restaurante: 'The restaurant of the order.',
    cliente: 'Who ordered.',
    direccion: 'Where it goes; null unless it is delivered.',
    mesa: 'The table; null unless it is for one.',
    items: 'The lines of the order.',
    totales: 'The amounts of the order.',
    pago: 'How it is paid.',
    entrega: 'The delivery; null where there is none.',
    fiscal: 'The invoice; null as long as there is none.',
    instrucciones: 'What the customer asked to be kept in mind.',
  },
  RestauranteRef: {
    $: 'The restaurant, by its name.',

    id: 'Identifier, with prefix `rest_`.',
    slug: 'Name in web addresses.',
    nombre: 'Trade name.',
  },
  Cliente: {
    $: 'The customer as given in this order.',

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
    tamaño: 'Name of the size; empty if it has none.',
    cantidad: 'Units.',
    precio_unitario_cents: `Price of one unit. ${CENTS}`,
    opciones_total_cents: `Amount of the options. ${CENTS}`,
    total_cents: `Amount of the line. ${CENTS}`,
    estado_cocina: 'How far it is in the kitchen.',
    opciones: 'Options chosen.',
  },
  ItemOpcion: {
    $: 'An option chosen in a line.',

    id: 'Identifier, with prefix `opc_`.',
    grupo: 'Name of the group of options.',
    nombre: 'Name of the option.',
    cantidad: 'How many times.',
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
    total_cents: 'What is paid.',
    iva_desglose: 'VAT by rate.',
  },
  IvaDesglose: {
    $: 'The VAT of one rate.',

    tipo_porcentaje: 'Rate in percent.',
    base_cents: `Taxable amount. ${CENTS}`,
    iva_cents: `Tax. ${CENTS}`,
  },
  Pago: {
    $: 'How the order is paid.',

    metodo: 'Means of payment.',
    estado: 'Whether it has been paid.',
    proveedor: 'Gateway or terminal; free text.',
    referencia_externa: 'Reference at the provider.',
    pagos: 'Each payment by itself.',
  },
  Cobro: {
    $: 'A payment, whole or in part.',

    metodo: 'Means of payment.',
    importe_cents: `Amount. ${CENTS}`,
    estado: 'Whether it has been paid.',
    referencia_externa: 'Reference at the provider, if there is one.',
    momento: 'When it was.',
  },
  Entrega: {
    $: 'The delivery of the order.',

    repartidor_nombre: 'Who brings it; null until somebody is assigned.',
    zona_id: 'The delivery zone, with prefix `zon_`.',
    zona_nombre: 'Name of the zone when it was ordered.',
    tarifa_cents: `Fee of the zone. ${CENTS}`,
  },
  Fiscal: {
    $: 'The invoice of the order.',

    factura_numero: 'Invoice number.',
    factura_fecha: 'Date of issue.',
    factura_pdf: 'Address of the PDF.',
  },
  Historial: {
    $: 'Everything that was done with an order.',
    pedido_id: 'The order.',
    eventos: 'From the oldest to the newest.',
  },
  EntradaHistorial: {
    $: 'Something that was done with the order.',

    momento: 'When.',
    accion: 'What was done.',
    origen: 'From where.',
    usuario: 'Who, if it was a person with a name.',
    detalle: 'Data of the action; its fields are not fixed.',
  },
  PaginaEventos: {
    $: 'A page of events, from the oldest to the newest.',
    datos: 'The events.',
    paginacion: 'Where to go on, and how many are left.',
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
      'With `parametro_invalido`, the allowed values or, for a range or a format, a text that says it. With `eventos_caducados`, the oldest id that is kept. Nowhere else.',
  },
} as const satisfies Partial<Descripciones>;
