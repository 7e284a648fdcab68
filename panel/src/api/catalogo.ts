// Menu, zones and profile, as openapi.json gives them.

export interface Opcion {
  id: string;
  nombre: string;
  precio_cents: number;
}

export interface GrupoOpcion {
  id: string;
  nombre: string;
  requerido: boolean;
  min_seleccion: number;
  max_seleccion: number;
  opciones: Opcion[];
}

export interface Producto {
  id: string;
  nombre: string;
  precio_cents: number;
  disponible: boolean;
  destacado: boolean;
  alergenos: string[];
  tamaños: { id: string; nombre: string; precio_cents: number; predeterminado: boolean }[];
  grupos_opcion: GrupoOpcion[];
}

export interface Franja {
  desde: string;
  hasta: string;
}

export interface Categoria {
  id: string;
  nombre: string;
  activa: boolean;
  visible_dias: string[];
  visible_horario: Franja[] | null;
  productos: Producto[];
}

export interface Carta {
  restaurante_id: string;
  restaurante_slug: string;
  moneda: string;
  idioma_origen: string;
  generado_en: string;
  categorias: Categoria[];
}

export interface Zona {
  id: string;
  nombre: string;
  slug: string;
  color: string;
  tarifa_cents: number;
  pedido_minimo_cents: number;
  minutos_estimados: number;
  activa: boolean;
  poligono: { tipo: 'Polygon'; coordenadas: [number, number][][] };
}

export interface Restaurante {
  id: string;
  slug: string;
  nombre: string;
  moneda: string;
  zona_horaria: string;
  acepta_pedidos: boolean;
  pedido_minimo_cents: number;
  horario: Record<string, Franja[]>;
  contacto: { email: string | null; telefono: string | null; web: string | null };
  ubicacion: { direccion: string; ciudad: string; lat: number; lng: number };
  branding: { logo_url: string | null; color_primario: string | null; galeria: string[] };
  reputacion: { puntuacion: number; votos: number };
}
