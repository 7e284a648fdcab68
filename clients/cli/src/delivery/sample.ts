import type { Evento, Pedido } from '@comanda/client';

type Tipo = Exclude<Evento['tipo'], 'pedido.importado'>;

/** The state in which each type leaves the order, and the fields that it changes. */
const EFFECTS: Readonly<
  Record<Tipo, Pick<Evento['datos'], 'cambios'> & { estado: Pedido['estado'] }>
> = {
  'pedido.nuevo': { estado: 'pendiente', cambios: [] },
  'pedido.aceptado': { estado: 'confirmado', cambios: ['estado', 'aceptado_en'] },
  'pedido.rechazado': { estado: 'cancelado', cambios: ['estado'] },
  'pedido.estado_cambiado': { estado: 'en_preparacion', cambios: ['estado'] },
  'pedido.item_modificado': { estado: 'confirmado', cambios: ['items', 'totales'] },
  'pedido.entregado': { estado: 'entregado', cambios: ['estado', 'entregado_en'] },
  'pedido.cancelado': { estado: 'cancelado', cambios: ['estado'] },
};

const RESTAURANTE = {
  id: 'rest_prueba',
  slug: 'restaurante-de-prueba',
  nombre: 'Restaurante de prueba',
};

/** An invented order. Its ids mark it as a test, like those of the service's own test events. */
export const sampleEvent = (
  tipo: Tipo,
  { nowMs, suffix }: { nowMs: number; suffix: string },
): Evento => {
  const { estado, cambios } = EFFECTS[tipo];
  const pedido = samplePedido(`ped_prueba_${suffix}`, nowMs, estado);
  return {
    id: `evt_prueba_${suffix}`,
    tipo,
    creado_en: iso(nowMs),
    restaurante_id: RESTAURANTE.id,
    secuencia: 1,
    datos: {
      pedido,
      cambios: tipo === 'pedido.nuevo' ? (Object.keys(pedido) as (keyof Pedido)[]) : cambios,
    },
  };
};

const iso = (ms: number): string => new Date(ms).toISOString();

const samplePedido = (id: string, nowMs: number, estado: Pedido['estado']): Pedido => {
  const isAccepted =
    estado === 'confirmado' || estado === 'en_preparacion' || estado === 'entregado';
  return {
    id,
    numero: `${iso(nowMs).slice(0, 10).replaceAll('-', '')}-1`,
    tipo: 'reparto',
    estado,
    fuente: 'web_publica',
    creado_en: iso(nowMs),
    aceptado_en: isAccepted ? iso(nowMs) : null,
    entregado_en: estado === 'entregado' ? iso(nowMs) : null,
    programado_para: null,
    restaurante: RESTAURANTE,
    cliente: {
      nombre: 'Íñigo Núñez',
      telefono: '+34 600 123 456',
      email: 'inigo@example.com',
      consintio_marketing: false,
    },
    direccion: {
      linea: 'Calle Peñíscola, 3, 2.º B',
      codigo_postal: '28012',
      pais: 'ES',
      lat: 40.4142,
      lng: -3.7021,
    },
    mesa: null,
    items: [
      {
        id: 'itm_prueba',
        producto_id: 'prod_prueba',
        nombre: 'Pizza Margarita',
        tamaño: 'Familiar',
        cantidad: 2,
        precio_unitario_cents: 1_450,
        opciones_total_cents: 150,
        total_cents: 3_200,
        estado_cocina: 'pendiente',
        opciones: [
          {
            id: 'opc_prueba',
            grupo: 'Extras',
            nombre: 'Mozzarella extra',
            cantidad: 1,
            precio_cents: 150,
          },
        ],
      },
    ],
    totales: {
      moneda: 'EUR',
      subtotal_cents: 3_200,
      descuento_cents: 0,
      propina_cents: 0,
      tarifa_reparto_cents: 250,
      impuestos_cents: 314,
      total_cents: 3_450,
      iva_desglose: [{ tipo_porcentaje: 10, base_cents: 3_136, iva_cents: 314 }],
    },
    pago: {
      metodo: 'online',
      estado: 'pagado',
      proveedor: 'pasarela de prueba',
      referencia_externa: 'prueba',
      pagos: [
        {
          metodo: 'online',
          importe_cents: 3_450,
          estado: 'pagado',
          referencia_externa: 'prueba',
          momento: iso(nowMs),
        },
      ],
    },
    entrega: {
      repartidor_nombre: null,
      zona_id: 'zon_prueba',
      zona_nombre: 'Centro',
      tarifa_cents: 250,
    },
    fiscal: null,
    instrucciones: 'El timbre no funciona.',
  };
};
