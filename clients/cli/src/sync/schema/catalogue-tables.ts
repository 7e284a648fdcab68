import { columns, type Table } from './table.ts';

const table = (name: string, text: string): Table => ({
  name,
  key: [],
  columns: columns('part', text),
});

export const CATEGORIAS = table(
  'carta_categorias',
  `n integer
  id text
  nombre text
  activa boolean
  visible_dias json
  visible_horario json`,
);

export const PRODUCTOS = table(
  'carta_productos',
  `categoria_id text
  n integer
  id text
  nombre text
  precio_cents cents
  disponible boolean
  destacado boolean
  alergenos json`,
);

export const TAMANOS = table(
  'carta_tamaños',
  `categoria_id text
  producto_id text
  n integer
  id text
  nombre text
  precio_cents cents
  predeterminado boolean`,
);

export const GRUPOS = table(
  'carta_grupos',
  `categoria_id text
  producto_id text
  n integer
  id text
  nombre text
  requerido boolean
  min_seleccion integer
  max_seleccion integer`,
);

export const CARTA_OPCIONES = table(
  'carta_opciones',
  `categoria_id text
  producto_id text
  grupo_id text
  n integer
  id text
  nombre text
  precio_cents cents`,
);

export const ZONAS = table(
  'zonas',
  `n integer
  id text
  nombre text
  slug text
  color text
  tarifa_cents cents
  pedido_minimo_cents cents
  minutos_estimados integer
  activa boolean
  poligono json`,
);

export const RESTAURANTE = table(
  'restaurante',
  `id text
  slug text
  nombre text
  moneda text
  zona_horaria text
  acepta_pedidos boolean
  pedido_minimo_cents cents
  horario json
  contacto.email text
  contacto.telefono text
  contacto.web text
  ubicacion.direccion text
  ubicacion.ciudad text
  ubicacion.lat number
  ubicacion.lng number
  branding.logo_url text
  branding.color_primario text
  branding.galeria json
  reputacion.puntuacion number
  reputacion.votos integer`,
);

export const CARTA_TABLES: readonly Table[] = [
  CATEGORIAS,
  PRODUCTOS,
  TAMANOS,
  GRUPOS,
  CARTA_OPCIONES,
];
export const CATALOGUE_TABLES: readonly Table[] = [...CARTA_TABLES, ZONAS, RESTAURANTE];
