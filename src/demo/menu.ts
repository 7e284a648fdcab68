import type { Categoria } from '../contract/recursos/carta.ts';
import { DIAS } from '../contract/recursos/carta.ts';

type Producto = Categoria['productos'][number];
type Grupo = Producto['grupos_opcion'][number];
type Tramo = { desde: string; hasta: string };

/** A product with what the menu does not say. */
export interface Plato {
  producto: Producto;
  /** How often it is asked for. */
  peso: number;
  /** Alcohol or sugar: taxed at the general rate when it leaves the house. */
  general: boolean;
}

/** A category of the menu; `peso`: how likely a line of an order is from it. */
export interface Seccion {
  categoria: Omit<Categoria, 'productos'>;
  platos: readonly Plato[];
  peso: number;
}

export const seccion = (
  clave: string,
  nombre: string,
  peso: number,
  platos: readonly Plato[],
  when: { dias?: Categoria['visible_dias']; horario?: Tramo[]; activa?: boolean } = {},
): Seccion => ({
  categoria: {
    id: `cat_${clave}`,
    nombre,
    activa: when.activa ?? true,
    visible_dias: when.dias ?? [...DIAS],
    visible_horario: when.horario ?? null,
  },
  platos,
  peso,
});

interface Extras {
  alergenos?: string[];
  /** Name and price of each; the first is the usual one. */
  tamanos?: readonly (readonly [nombre: string, cents: number])[];
  grupos?: readonly Grupo[];
  agotado?: true;
  destacado?: true;
  peso?: number;
  general?: true;
}

/** A product whose price is that of its usual size. */
export const plato = (
  clave: string,
  nombre: string,
  cents: number,
  { alergenos = [], tamanos = [], grupos = [], peso = 1, ...rest }: Extras = {},
): Plato => ({
  producto: {
    id: `prod_${clave}`,
    nombre,
    precio_cents: cents,
    disponible: rest.agotado !== true,
    destacado: rest.destacado === true,
    alergenos,
    tamaños: tamanos.map(([name, precio], i) => ({
      id: `tam_${clave}_${i + 1}`,
      nombre: name,
      precio_cents: precio,
      predeterminado: i === 0,
    })),
    grupos_opcion: grupos.map((grupo) => ownGroup(grupo, clave)),
  },
  peso,
  general: rest.general === true,
});

/** A group shared by several products has ids of its own in each, as everything on a menu. */
const ownGroup = (grupo: Grupo, clave: string): Grupo => ({
  ...grupo,
  id: `${grupo.id}_${clave}`,
  opciones: grupo.opciones.map((opcion) => ({ ...opcion, id: `${opcion.id}_${clave}` })),
});

export const grupo = (
  clave: string,
  nombre: string,
  [min, max]: readonly [min: number, max: number],
  opciones: readonly (readonly [nombre: string, cents: number])[],
): Grupo => ({
  id: `grp_${clave}`,
  nombre,
  requerido: min > 0,
  min_seleccion: min,
  max_seleccion: max,
  opciones: opciones.map(([name, precio], i) => ({
    id: `opt_${clave}_${i + 1}`,
    nombre: name,
    precio_cents: precio,
  })),
});

export const categoriasOf = (secciones: readonly Seccion[]): Categoria[] =>
  secciones.map(({ categoria, platos }) => ({
    ...categoria,
    productos: platos.map(({ producto }) => producto),
  }));
