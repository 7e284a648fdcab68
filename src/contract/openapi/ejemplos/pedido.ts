import type { Item, Pedido } from '../../recursos/pedido.ts';

export const RESTAURANTE = {
  id: 'rest_01kjsesxm07knn69w9h9s8e5d5',
  slug: 'casa-pepa',
  nombre: 'Casa Pepa',
} as const;

export const ZONA = { id: 'zon_01kjsesxm0612a0n250xn36sz7', nombre: 'Centro' } as const;

export const PRODUCTO = {
  margarita: { id: 'prod_01kjsesxm0mf8mk85k58f79tvk', nombre: 'Pizza Margarita' },
  agua: { id: 'prod_01kjsesxm0mf8mk85k58f79tvm', nombre: 'Agua con gas' },
} as const;

const AGUA: Item = {
  id: 'itm_01m7dtednj3f0nerwh91z8763n',
  producto_id: PRODUCTO.agua.id,
  nombre: PRODUCTO.agua.nombre,
  tamaño: '50 cl',
  cantidad: 1,
  precio_unitario_cents: 180,
  opciones_total_cents: 0,
  total_cents: 180,
  estado_cocina: 'servido',
  opciones: [],
};

/** Delivered, paid and invoiced: every field has something to show. */
export const PEDIDO_REPARTO: Pedido = {
  id: 'ped_01m7dtednjhcfgb5qpqadz4za0',
  numero: '20261114-87',
  tipo: 'reparto',
  estado: 'entregado',
  fuente: 'web_publica',
  creado_en: '2026-11-14T20:02:11.250Z',
  aceptado_en: '2026-11-14T20:03:40.000Z',
  entregado_en: '2026-11-14T20:41:05.000Z',
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
      id: 'itm_01m7dtednj3f0nerwh91z8763m',
      producto_id: PRODUCTO.margarita.id,
      nombre: PRODUCTO.margarita.nombre,
      tamaño: 'Familiar',
      cantidad: 2,
      precio_unitario_cents: 1_450,
      opciones_total_cents: 150,
      total_cents: 3_200,
      estado_cocina: 'servido',
      opciones: [
        {
          id: 'opc_01m7dtednj2wjez2sxgeg4qtvg',
          grupo: 'Extras',
          nombre: 'Mozzarella extra',
          cantidad: 1,
          precio_cents: 150,
        },
      ],
    },
    AGUA,
  ],
  totales: {
    moneda: 'EUR',
    subtotal_cents: 3_380,
    descuento_cents: 0,
    propina_cents: 100,
    tarifa_reparto_cents: 199,
    impuestos_cents: 325,
    total_cents: 3_679,
    iva_desglose: [{ tipo_porcentaje: 10, base_cents: 3_254, iva_cents: 325 }],
  },
  pago: {
    metodo: 'tarjeta',
    estado: 'pagado',
    proveedor: 'redsys',
    referencia_externa: 'rs-000917',
    pagos: [
      {
        metodo: 'tarjeta',
        importe_cents: 3_679,
        estado: 'pagado',
        referencia_externa: 'rs-000917',
        momento: '2026-11-14T20:02:15.000Z',
      },
    ],
  },
  entrega: {
    repartidor_nombre: 'Lucía',
    zona_id: ZONA.id,
    zona_nombre: ZONA.nombre,
    tarifa_cents: 199,
  },
  fiscal: {
    factura_numero: 'F-2026-1042',
    factura_fecha: '2026-11-14T20:41:06.000Z',
    factura_pdf: 'https://casapepa.example/facturas/F-2026-1042.pdf',
  },
  instrucciones: 'Sin cebolla, por favor. El timbre no va: llamen al teléfono.',
};

/** At a table and just created: fields that do not apply yet, or at all, are null. */
export const PEDIDO_MESA: Pedido = {
  ...PEDIDO_REPARTO,
  id: 'ped_01m7dtc0rq8v4n2f6k9w3x5y7z',
  numero: '20261114-86',
  tipo: 'mesa',
  estado: 'pendiente',
  fuente: 'tpv',
  creado_en: '2026-11-14T20:00:51.480Z',
  aceptado_en: null,
  entregado_en: null,
  cliente: { nombre: 'Mesa 12', telefono: '', email: '', consintio_marketing: false },
  direccion: null,
  mesa: { numero: '12', comensales: 4 },
  items: [
    {
      ...AGUA,
      id: 'itm_01m7dtc0rq5h8m1c4p7r0t3v6x',
      cantidad: 2,
      total_cents: 360,
      estado_cocina: 'pendiente',
    },
  ],
  totales: {
    ...PEDIDO_REPARTO.totales,
    subtotal_cents: 360,
    propina_cents: 0,
    tarifa_reparto_cents: 0,
    impuestos_cents: 33,
    total_cents: 360,
    iva_desglose: [{ tipo_porcentaje: 10, base_cents: 327, iva_cents: 33 }],
  },
  pago: {
    metodo: 'efectivo',
    estado: 'pendiente',
    proveedor: 'caja',
    referencia_externa: '',
    pagos: [],
  },
  entrega: null,
  fiscal: null,
  instrucciones: null,
};
