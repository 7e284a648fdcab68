import type { Descripciones } from '../componentes.ts';

const CENTS = 'En céntimos de `moneda`.';

export const DESCRIPCIONES_PEDIDO = {
  PaginaPedidos: {
    $: 'Una página de la lista de pedidos.',
    datos: 'Los pedidos, por `id` descendente.',
    paginacion: 'Los cursores de las páginas vecinas y el total.',
  },
  Paginacion: {
    $: 'Dónde está la página dentro de la lista.',

    limite: 'Cuántos pedidos o eventos lleva la página como máximo.',
    siguiente:
      'Cursor de la página siguiente; null en la última. En una página de eventos, el id desde el que seguir.',
    anterior: 'Cursor de la página anterior; null en la primera.',
    total_aprox:
      'Cuántos pedidos cumplen los filtros: exacto hasta 10 000; a partir de ahí, con un error de hasta el 5 %. En una página de eventos, cuántos siguen a `despues_de`.',
  },
  Pedido: {
    $: 'Un pedido. `direccion`, `mesa`, `entrega` y `fiscal` son null cuando no proceden.',

    id: 'Identificador opaco, con prefijo `ped_`.',
    numero: 'Número legible: el día local y la secuencia de ese día.',
    tipo: 'Reparto a domicilio, recogida en el local o mesa.',
    estado: 'Estado actual. `entregado` y `cancelado` son finales.',
    fuente: 'Canal por el que entró el pedido.',
    creado_en: 'Cuándo se creó.',
    aceptado_en: 'Cuándo se aceptó; null hasta entonces.',
    entregado_en: 'Cuándo se entregó; null hasta entonces.',
    programado_para: 'Para cuándo lo quiere el cliente; null si es para cuanto antes.',
    restaurante: 'El restaurante del pedido.',
    cliente: 'El cliente que hizo el pedido.',
    direccion: 'Dirección de entrega; null si el pedido no es de reparto.',
    mesa: 'La mesa; null si el pedido no es de mesa.',
    items: 'Las líneas del pedido.',
    totales: 'Los importes del pedido.',
    pago: 'Cómo se paga.',
    entrega: 'El reparto; null si no lo hay.',
    fiscal: 'La factura; null mientras no la haya.',
    instrucciones: 'Las indicaciones del cliente.',
  },
  RestauranteRef: {
    $: 'El restaurante: su id y sus nombres.',

    id: 'Identificador, con prefijo `rest_`.',
    slug: 'Nombre en las URL.',
    nombre: 'Nombre comercial.',
  },
  Cliente: {
    $: 'Los datos del cliente tal como los dio en este pedido.',

    nombre: 'Nombre.',
    telefono: 'Teléfono; vacío si no lo dio.',
    email: 'Correo electrónico; vacío si no lo dio.',
    consintio_marketing: 'Si aceptó recibir publicidad.',
  },
  Direccion: {
    $: 'Dirección de reparto.',

    linea: 'Calle, número, piso.',
    codigo_postal: 'Código postal, si se conoce.',
    pais: 'País: dos letras, ISO 3166-1.',
    lat: 'Latitud en grados.',
    lng: 'Longitud en grados.',
  },
  Mesa: {
    $: 'La mesa de un pedido de mesa.',
    numero: 'Número o nombre de la mesa.',
    comensales: 'Cuántas personas, si se sabe.',
  },
  Item: {
    $: 'Una línea del pedido.',

    id: 'Identificador, con prefijo `itm_`.',
    producto_id: 'El producto de la carta, con prefijo `prod_`.',
    nombre: 'Nombre del producto cuando se pidió.',
    tamaño: 'Nombre del tamaño; vacío si el producto no tiene.',
    cantidad: 'Unidades.',
    precio_unitario_cents: `Precio de una unidad. ${CENTS}`,
    opciones_total_cents: `Importe de las opciones. ${CENTS}`,
    total_cents: `Importe de la línea. ${CENTS}`,
    estado_cocina: 'Estado en la cocina.',
    opciones: 'Opciones elegidas.',
  },
  ItemOpcion: {
    $: 'Una opción elegida en una línea.',

    id: 'Identificador, con prefijo `opc_`.',
    grupo: 'Nombre del grupo de opciones.',
    nombre: 'Nombre de la opción.',
    cantidad: 'Unidades.',
    precio_cents: `Precio de la opción. ${CENTS}`,
  },
  Totales: {
    $: 'Los importes del pedido: enteros, en céntimos de `moneda`.',

    moneda: 'Código de la moneda, ISO 4217.',
    subtotal_cents: 'Suma de las líneas.',
    descuento_cents: 'Descuento aplicado.',
    propina_cents: 'Propina.',
    tarifa_reparto_cents: 'Tarifa de reparto.',
    impuestos_cents: 'Impuestos.',
    total_cents: 'Total que se paga.',
    iva_desglose: 'El IVA por tipos.',
  },
  IvaDesglose: {
    $: 'El IVA de un tipo impositivo.',

    tipo_porcentaje: 'Tipo en tanto por ciento.',
    base_cents: `Base imponible. ${CENTS}`,
    iva_cents: `Cuota. ${CENTS}`,
  },
  Pago: {
    $: 'Cómo se paga el pedido.',

    metodo: 'Medio de pago.',
    estado: 'Estado del pago.',
    proveedor: 'Pasarela de pago o terminal; texto libre.',
    referencia_externa: 'Referencia en el proveedor.',
    pagos: 'Cada cobro por separado.',
  },
  Cobro: {
    $: 'Un cobro, total o parcial.',

    metodo: 'Medio de pago.',
    importe_cents: `Importe. ${CENTS}`,
    estado: 'Estado del cobro.',
    referencia_externa: 'Referencia en el proveedor, si la hay.',
    momento: 'Cuándo se hizo.',
  },
  Entrega: {
    $: 'El reparto del pedido.',

    repartidor_nombre: 'Nombre del repartidor; null mientras no haya uno asignado.',
    zona_id: 'La zona de reparto, con prefijo `zon_`.',
    zona_nombre: 'Nombre de la zona cuando se hizo el pedido.',
    tarifa_cents: `Tarifa de la zona. ${CENTS}`,
  },
  Fiscal: {
    $: 'La factura del pedido.',

    factura_numero: 'Número de factura.',
    factura_fecha: 'Fecha de emisión.',
    factura_pdf: 'URL del PDF.',
  },
  Historial: {
    $: 'Todo lo que se hizo con un pedido.',
    pedido_id: 'El pedido.',
    eventos: 'Las entradas, de la más antigua a la más reciente.',
  },
  EntradaHistorial: {
    $: 'Algo que se hizo con el pedido.',

    momento: 'Cuándo se hizo.',
    accion: 'Qué se hizo.',
    origen: 'Desde dónde se hizo.',
    usuario: 'Nombre de la persona que lo hizo; null si no consta.',
    detalle: 'Detalles de la acción; sus campos no están fijados.',
  },
  PaginaEventos: {
    $: 'Una página de eventos, del más antiguo al más reciente.',
    datos: 'Los eventos.',
    paginacion: 'El id desde el que seguir y cuántos eventos siguen a `despues_de`.',
  },
  Evento: {
    $: 'Algo que ocurrió con un pedido, con el pedido tal como quedó.',

    id: 'Identificador, con prefijo `evt_`; el mismo en cada reintento.',
    tipo: 'Qué ocurrió.',
    creado_en: 'Cuándo se registró.',
    restaurante_id: 'El restaurante, con prefijo `rest_`.',
    secuencia: 'Posición en el registro del restaurante, sin huecos.',
    datos: 'El pedido y lo que cambió en él.',
  },
  DatosEvento: {
    $: 'El pedido y lo que cambió en él.',
    pedido: 'El pedido tal como quedó.',
    cambios: 'Los campos del pedido que cambiaron.',
  },
  Error: {
    $: 'El cuerpo de todos los errores.',

    ok: 'Siempre false.',
    error: 'Mensaje para personas: qué falla y qué se admite.',
    codigo: 'Código para programas. Acompaña siempre al mismo estado HTTP.',
    doc: 'Enlace a la documentación de autenticación.',
    valores_validos:
      'Con `parametro_invalido`, los valores admitidos o, si son un rango o un formato, un texto que lo describe. Con `eventos_caducados`, el id más antiguo que se guarda. Los demás errores no llevan este campo.',
  },
} as const satisfies Partial<Descripciones>;
