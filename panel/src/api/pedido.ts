// Objects of the public API that the panel shows, as openapi.json gives them.

export const ABIERTOS = [
  'pendiente',
  'confirmado',
  'en_preparacion',
  'listo',
  'en_reparto',
] as const;
export const ESTADOS = [...ABIERTOS, 'entregado', 'cancelado'] as const;
export const TIPOS = ['reparto', 'recogida', 'mesa'] as const;

export type Estado = (typeof ESTADOS)[number];
export type Tipo = (typeof TIPOS)[number];

export interface ItemOpcion {
  id: string;
  grupo: string;
  nombre: string;
  cantidad: number;
  precio_cents: number;
}

export interface Item {
  id: string;
  producto_id: string;
  nombre: string;
  tamaño: string;
  cantidad: number;
  precio_unitario_cents: number;
  opciones_total_cents: number;
  total_cents: number;
  estado_cocina: string;
  opciones: ItemOpcion[];
}

export interface Totales {
  moneda: string;
  subtotal_cents: number;
  descuento_cents: number;
  propina_cents: number;
  tarifa_reparto_cents: number;
  impuestos_cents: number;
  total_cents: number;
  iva_desglose: { tipo_porcentaje: number; base_cents: number; iva_cents: number }[];
}

export interface Pedido {
  id: string;
  numero: string;
  tipo: Tipo;
  estado: Estado;
  fuente: string;
  creado_en: string;
  aceptado_en: string | null;
  entregado_en: string | null;
  programado_para: string | null;
  restaurante: { id: string; slug: string; nombre: string };
  cliente: { nombre: string; telefono: string; email: string; consintio_marketing: boolean };
  direccion: {
    linea: string;
    codigo_postal: string | null;
    pais: string;
    lat: number;
    lng: number;
  } | null;
  mesa: { numero: string; comensales: number | null } | null;
  items: Item[];
  totales: Totales;
  pago: { metodo: string; estado: string; proveedor: string; referencia_externa: string };
  entrega: {
    repartidor_nombre: string | null;
    zona_id: string;
    zona_nombre: string;
    tarifa_cents: number;
  } | null;
  fiscal: { factura_numero: string; factura_fecha: string; factura_pdf: string } | null;
  instrucciones: string | null;
}

export interface EntradaHistorial {
  momento: string;
  accion: string;
  origen: string;
  usuario: string | null;
  detalle: Record<string, unknown>;
}

export interface Evento {
  id: string;
  tipo: string;
  creado_en: string;
  restaurante_id: string;
  secuencia: number;
  datos: { pedido: Pedido; cambios: string[] };
}

export interface Paginacion {
  limite: number;
  siguiente: string | null;
  anterior: string | null;
  total_aprox: number | null;
}
