import { both } from '../../bilingual.ts';
import type { Descripciones } from '../componentes.ts';
import { cents, ownId } from './comunes.ts';

export const DESCRIPCIONES_PEDIDO = {
  PaginaPedidos: {
    $: both('Una página de la lista de pedidos.', 'A page of the list of orders.'),
    datos: both('Los pedidos, por `id` descendente.', 'The orders, by descending `id`.'),
    paginacion: both(
      'Los cursores de las páginas vecinas y el total.',
      'Cursors of the neighbouring pages, and the total.',
    ),
  },
  Paginacion: {
    $: both('Dónde está la página dentro de la lista.', 'Where the page is in the list.'),

    limite: both(
      'Cuántos pedidos o eventos lleva la página como máximo.',
      'How many orders or events the page holds at most.',
    ),
    siguiente: both(
      'Cursor de la página siguiente; null en la última. En una página de eventos, el id desde el que seguir.',
      'Cursor of the next page; null on the last one. On a page of events, the id to go on from.',
    ),
    anterior: both(
      'Cursor de la página anterior; null en la primera.',
      'Cursor of the previous page; null on the first one.',
    ),
    total_aprox: both(
      'Cuántos pedidos cumplen los filtros: exacto hasta 10 000; a partir de ahí, con un error de hasta el 5 %. En una página de eventos, cuántos siguen a `despues_de`.',
      'How many orders match the filters: exact up to 10,000, within 5 % beyond that. On a page of events, how many follow `despues_de`.',
    ),
  },
  Pedido: {
    $: both(
      'Un pedido. `direccion`, `mesa`, `entrega` y `fiscal` son null cuando no proceden.',
      'An order. `direccion`, `mesa`, `entrega` and `fiscal` are null when they do not apply.',
    ),

    id: both('Identificador opaco, con prefijo `ped_`.', 'Opaque identifier, with prefix `ped_`.'),
    numero: both(
      'Número legible: el día local y la secuencia de ese día.',
      'Human-readable number: the local day and a sequence within that day.',
    ),
    tipo: both(
      'Reparto a domicilio, recogida en el local o mesa.',
      'Delivery (`reparto`), collection (`recogida`) or table (`mesa`).',
    ),
    estado: both(
      'Estado actual. `entregado` y `cancelado` son finales.',
      'Current state. `entregado` and `cancelado` are final.',
    ),
    fuente: both('Canal por el que entró el pedido.', 'Channel through which the order came in.'),
    creado_en: both('Cuándo se creó.', 'When it was created.'),
    aceptado_en: both(
      'Cuándo se aceptó; null hasta entonces.',
      'When it was accepted; null until then.',
    ),
    entregado_en: both(
      'Cuándo se entregó; null hasta entonces.',
      'When it was delivered; null until then.',
    ),
    programado_para: both(
      'Para cuándo lo quiere el cliente; null si es para cuanto antes.',
      'When the customer wants it; null for as soon as possible.',
    ),
    restaurante: both('El restaurante del pedido.', 'The restaurant of the order.'),
    cliente: both('El cliente que hizo el pedido.', 'The customer who ordered.'),
    direccion: both(
      'Dirección de entrega; null si el pedido no es de reparto.',
      'Delivery address; null unless the order is a delivery.',
    ),
    mesa: both(
      'La mesa; null si el pedido no es de mesa.',
      'The table; null unless the order is for a table.',
    ),
    items: both('Las líneas del pedido.', 'The lines of the order.'),
    totales: both('Los importes del pedido.', 'The amounts of the order.'),
    pago: both('Cómo se paga.', 'How it is paid.'),
    entrega: both('El reparto; null si no lo hay.', 'The delivery; null if there is none.'),
    fiscal: both(
      'La factura; null mientras no la haya.',
      'The invoice; null as long as there is none.',
    ),
    instrucciones: both('Las indicaciones del cliente.', 'Instructions from the customer.'),
  },
  RestauranteRef: {
    $: both('El restaurante: su id y sus nombres.', 'The restaurant: its id and its names.'),

    id: ownId('restaurante'),
    slug: both('Nombre en las URL.', 'Name in URLs.'),
    nombre: both('Nombre comercial.', 'Trade name.'),
  },
  Cliente: {
    $: both(
      'Los datos del cliente tal como los dio en este pedido.',
      'The customer’s data as given in this order.',
    ),

    nombre: both('Nombre.', 'Name.'),
    telefono: both('Teléfono; vacío si no lo dio.', 'Phone; empty if it was not given.'),
    email: both('Correo electrónico; vacío si no lo dio.', 'E-mail; empty if it was not given.'),
    consintio_marketing: both(
      'Si aceptó recibir publicidad.',
      'Whether they agreed to receive advertising.',
    ),
  },
  Direccion: {
    $: both('Dirección de reparto.', 'Delivery address.'),

    linea: both('Calle, número, piso.', 'Street, number, floor.'),
    codigo_postal: both('Código postal, si se conoce.', 'Post code, if known.'),
    pais: both('País: dos letras, ISO 3166-1.', 'Country: two letters, ISO 3166-1.'),
    lat: both('Latitud en grados.', 'Latitude in degrees.'),
    lng: both('Longitud en grados.', 'Longitude in degrees.'),
  },
  Mesa: {
    $: both('La mesa de un pedido de mesa.', 'The table of an order at a table.'),
    numero: both('Número o nombre de la mesa.', 'Number or name of the table.'),
    comensales: both('Cuántas personas, si se sabe.', 'How many people, if known.'),
  },
  Item: {
    $: both('Una línea del pedido.', 'A line of the order.'),

    id: ownId('item'),
    producto_id: both(
      'El producto de la carta, con prefijo `prod_`.',
      'The product of the menu, with prefix `prod_`.',
    ),
    nombre: both(
      'Nombre del producto cuando se pidió.',
      'Name of the product when it was ordered.',
    ),
    tamaño: both(
      'Nombre del tamaño; vacío si el producto no tiene.',
      'Name of the size; empty if the product has none.',
    ),
    cantidad: both('Unidades.', 'Units.'),
    precio_unitario_cents: cents('Precio de una unidad.', 'Price of one unit.'),
    opciones_total_cents: cents('Importe de las opciones.', 'Amount of the options.'),
    total_cents: cents('Importe de la línea.', 'Amount of the line.'),
    estado_cocina: both('Estado en la cocina.', 'State in the kitchen.'),
    opciones: both('Opciones elegidas.', 'Options chosen.'),
  },
  ItemOpcion: {
    $: both('Una opción elegida en una línea.', 'An option chosen in a line.'),

    id: ownId('itemOpcion'),
    grupo: both('Nombre del grupo de opciones.', 'Name of the group of options.'),
    nombre: both('Nombre de la opción.', 'Name of the option.'),
    cantidad: both('Unidades.', 'Units.'),
    precio_cents: cents('Precio de la opción.', 'Price of the option.'),
  },
  Totales: {
    $: both(
      'Los importes del pedido: enteros, en céntimos de `moneda`.',
      'The amounts of the order: integers, in cents of `moneda`.',
    ),

    moneda: both('Código de la moneda, ISO 4217.', 'Currency code, ISO 4217.'),
    subtotal_cents: both('Suma de las líneas.', 'Sum of the lines.'),
    descuento_cents: both('Descuento aplicado.', 'Discount.'),
    propina_cents: both('Propina.', 'Tip.'),
    tarifa_reparto_cents: both('Tarifa de reparto.', 'Delivery fee.'),
    impuestos_cents: both('Impuestos.', 'Taxes.'),
    total_cents: both('Total que se paga.', 'Total to pay.'),
    iva_desglose: both('El IVA por tipos.', 'VAT by rate.'),
  },
  IvaDesglose: {
    $: both('El IVA de un tipo impositivo.', 'The VAT at one rate.'),

    tipo_porcentaje: both('Tipo en tanto por ciento.', 'Rate in percent.'),
    base_cents: cents('Base imponible.', 'Taxable amount.'),
    iva_cents: cents('Cuota.', 'Tax.'),
  },
  Pago: {
    $: both('Cómo se paga el pedido.', 'How the order is paid.'),

    metodo: both('Medio de pago.', 'Payment method.'),
    estado: both('Estado del pago.', 'State of the payment.'),
    proveedor: both(
      'Pasarela de pago o terminal; texto libre.',
      'Payment gateway or terminal; free text.',
    ),
    referencia_externa: both('Referencia en el proveedor.', 'Reference at the provider.'),
    pagos: both('Cada cobro por separado.', 'The individual payments.'),
  },
  Cobro: {
    $: both('Un cobro, total o parcial.', 'A full or partial payment.'),

    metodo: both('Medio de pago.', 'Payment method.'),
    importe_cents: cents('Importe.', 'Amount.'),
    estado: both('Estado del cobro.', 'State of the payment.'),
    referencia_externa: both(
      'Referencia en el proveedor, si la hay.',
      'Reference at the provider, if there is one.',
    ),
    momento: both('Cuándo se hizo.', 'When it was made.'),
  },
  Entrega: {
    $: both('El reparto del pedido.', 'The delivery of the order.'),

    repartidor_nombre: both(
      'Nombre del repartidor; null mientras no haya uno asignado.',
      'Name of the courier; null until one is assigned.',
    ),
    zona_id: both(
      'La zona de reparto, con prefijo `zon_`.',
      'The delivery zone, with prefix `zon_`.',
    ),
    zona_nombre: both(
      'Nombre de la zona cuando se hizo el pedido.',
      'Name of the zone when the order was placed.',
    ),
    tarifa_cents: cents('Tarifa de la zona.', 'Fee of the zone.'),
  },
  Fiscal: {
    $: both('La factura del pedido.', 'The invoice of the order.'),

    factura_numero: both('Número de factura.', 'Invoice number.'),
    factura_fecha: both('Fecha de emisión.', 'Date of issue.'),
    factura_pdf: both('URL del PDF.', 'URL of the PDF.'),
  },
  Historial: {
    $: both('Todo lo que se hizo con un pedido.', 'Everything that was done with the order.'),
    pedido_id: both('El pedido.', 'The order.'),
    eventos: both(
      'Las entradas, de la más antigua a la más reciente.',
      'The entries, from the oldest to the newest.',
    ),
  },
  EntradaHistorial: {
    $: both('Algo que se hizo con el pedido.', 'Something that was done with the order.'),

    momento: both('Cuándo se hizo.', 'When it was done.'),
    accion: both('Qué se hizo.', 'What was done.'),
    origen: both('Desde dónde se hizo.', 'Where it was done from.'),
    usuario: both(
      'Nombre de la persona que lo hizo; null si no consta.',
      'Name of the person who did it; null if none is recorded.',
    ),
    detalle: both(
      'Detalles de la acción; sus campos no están fijados.',
      'Details of the action; its fields are not fixed.',
    ),
  },
  PaginaEventos: {
    $: both(
      'Una página de eventos, del más antiguo al más reciente.',
      'A page of events, from the oldest to the newest.',
    ),
    datos: both('Los eventos.', 'The events.'),
    paginacion: both(
      'El id desde el que seguir y cuántos eventos siguen a `despues_de`.',
      'The id to go on from, and how many events follow `despues_de`.',
    ),
  },
  Evento: {
    $: both(
      'Algo que ocurrió con un pedido, con el pedido tal como quedó.',
      'Something that happened to an order, with the order as it was then.',
    ),

    id: both(
      'Identificador, con prefijo `evt_`; el mismo en cada reintento.',
      'Identifier, with prefix `evt_`; the same on every attempt.',
    ),
    tipo: both('Qué ocurrió.', 'What happened.'),
    creado_en: both('Cuándo se registró.', 'When it was recorded.'),
    restaurante_id: both(
      'El restaurante, con prefijo `rest_`.',
      'The restaurant, with prefix `rest_`.',
    ),
    secuencia: both(
      'Posición en el registro del restaurante, sin huecos.',
      'Position in the log of the restaurant, without gaps.',
    ),
    datos: both('El pedido y lo que cambió en él.', 'The order, and what changed in it.'),
  },
  DatosEvento: {
    $: both('El pedido y lo que cambió en él.', 'The order, and what changed in it.'),
    pedido: both('El pedido tal como quedó.', 'The order as it was then.'),
    cambios: both('Los campos del pedido que cambiaron.', 'The fields of the order that changed.'),
  },
  Error: {
    $: both('El cuerpo de todos los errores.', 'The body of every error.'),

    ok: both('Siempre false.', 'Always false.'),
    error: both(
      'Mensaje para personas: qué falla y qué se admite.',
      'Message for people, in Spanish: what is wrong and what is allowed.',
    ),
    codigo: both(
      'Código para programas. Acompaña siempre al mismo estado HTTP.',
      'Code for programs. It always comes with the same HTTP status.',
    ),
    doc: both(
      'Enlace a la documentación de autenticación.',
      'Link to the documentation of authentication.',
    ),
    valores_validos: both(
      'Con `parametro_invalido`, los valores admitidos o, si son un rango o un formato, un texto que lo describe. Con `eventos_caducados`, el id más antiguo que se guarda. Los demás errores no llevan este campo.',
      'With `parametro_invalido`, the allowed values or, for a range or a format, a text that describes it. With `eventos_caducados`, the oldest id that is kept. Other errors do not have this field.',
    ),
  },
} as const satisfies Partial<Descripciones>;
