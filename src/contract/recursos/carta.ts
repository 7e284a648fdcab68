import Type from 'typebox';
import type { IdKind } from '../ids.ts';
import {
  Cents,
  Count,
  CurrencyCode,
  Exact,
  Id,
  Nullable,
  Text,
  Timestamp,
  Tramo,
} from '../scalars.ts';

export const DIAS = ['lun', 'mar', 'mie', 'jue', 'vie', 'sab', 'dom'] as const;

const LEVEL_MAX = 2_000;
const list = <T extends Type.TSchema>(schema: T) => Type.Array(schema, { maxItems: LEVEL_MAX });

/** `id` decides whether ids are required (the wire) or may be left to us (the command). */
const menuTree = <A extends Type.TSchema>(id: (kind: IdKind) => A) => {
  const Opcion = Exact({ id: id('opcion'), nombre: Text(), precio_cents: Cents() });
  const Grupo = Exact({
    id: id('grupo'),
    nombre: Text(),
    requerido: Type.Boolean(),
    min_seleccion: Count(),
    max_seleccion: Count(),
    opciones: list(Opcion),
  });
  const Tamano = Exact({
    id: id('tamano'),
    nombre: Text(),
    precio_cents: Cents(),
    predeterminado: Type.Boolean(),
  });
  const Producto = Exact({
    id: id('producto'),
    nombre: Text(),
    precio_cents: Cents(),
    disponible: Type.Boolean(),
    destacado: Type.Boolean(),
    alergenos: list(Text()),
    tamaños: list(Tamano),
    grupos_opcion: list(Grupo),
  });
  return Exact({
    id: id('categoria'),
    nombre: Text(),
    activa: Type.Boolean(),
    visible_dias: Type.Array(Type.Enum(DIAS), { maxItems: DIAS.length }),
    visible_horario: Nullable(list(Tramo)),
    productos: list(Producto),
  });
};

const Categoria = menuTree(Id);
const CategoriaDraft = menuTree((kind) => Type.Optional(Id(kind)));

const cartaHead = {
  moneda: CurrencyCode(),
  idioma_origen: Type.String({ pattern: '^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$', examples: ['es'] }),
};

export const Carta = Exact({
  restaurante_id: Id('restaurante'),
  restaurante_slug: Text(),
  ...cartaHead,
  generado_en: Timestamp(),
  categorias: list(Categoria),
});

export const CartaDraft = Exact({ ...cartaHead, categorias: list(CategoriaDraft) });

export type Carta = Type.Static<typeof Carta>;
export type CartaDraft = Type.Static<typeof CartaDraft>;
export type Categoria = Type.Static<typeof Categoria>;
