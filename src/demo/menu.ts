import { type Categoria, DIAS } from '../contract/recursos/carta.ts';
import { priced, type Row, rowsOf, splitList } from './notation.ts';

type Producto = Categoria['productos'][number];
type Grupo = Producto['grupos_opcion'][number];

export interface Plato {
  producto: Producto;
  peso: number;
  /** Alcohol or sugar: taxed at the general rate when it is taken away. */
  general: boolean;
}

export interface Seccion {
  categoria: Omit<Categoria, 'productos'>;
  platos: Plato[];
  peso: number;
}

const RACIONES = ['Tapa', 'Media ración', 'Ración'];

/**
 * Reads a menu with one entry a line:
 *
 *     + key | name | min-max | option cents, …          an option group, which products name by its key
 *     = key | name | weight | days | hours              a category; one of weight 0 is hidden
 *     key | name | price | allergens | groups | marks   a product of the category above it
 *
 * A price is `420`, or `420/650/980` for tapa, half and whole portion, or `Caña 180, Tubo 260` for named sizes.
 * Marks are the product's weight and any of destacado, agotado and general.
 */
export const parseMenu = (text: string): Seccion[] => {
  const grupos = new Map<string, Row>();
  const secciones: Seccion[] = [];
  for (const row of rowsOf(text)) {
    const [head = ''] = row;
    if (head.startsWith('+ ')) grupos.set(head.slice(2), row);
    else if (head.startsWith('= ')) secciones.push(parseSeccion(row));
    else secciones.at(-1)?.platos.push(parsePlato(row, grupos));
  }
  return secciones;
};

const parseSeccion = ([key = '', nombre = '', peso, dias = '', hours = '']: Row): Seccion => {
  const [desde, hasta] = hours.split('-');
  return {
    categoria: {
      id: `cat_${key.slice(2)}`,
      nombre,
      activa: Number(peso) > 0,
      visible_dias: DIAS.filter((dia) => dias === '' || dias.includes(dia)),
      visible_horario: desde && hasta ? [{ desde, hasta }] : null,
    },
    platos: [],
    peso: Number(peso),
  };
};

const parsePlato = (row: Row, grupos: ReadonlyMap<string, Row>): Plato => {
  const [key = '', nombre = '', price = '', alergenos, groups, marks = ''] = row;
  const sizes = price.includes('/')
    ? price
        .split('/')
        .map((cents, i) => ({ nombre: RACIONES[i] ?? '', precio_cents: Number(cents) }))
    : splitList(price).map(priced);
  const hasSizes = sizes.length > 1;
  return {
    producto: {
      id: `prod_${key}`,
      nombre,
      precio_cents: hasSizes ? (sizes[0]?.precio_cents ?? 0) : Number(price),
      disponible: !marks.includes('agotado'),
      destacado: marks.includes('destacado'),
      alergenos: splitList(alergenos),
      tamaños: (hasSizes ? sizes : []).map((size, i) => ({
        id: `tam_${key}_${i + 1}`,
        ...size,
        predeterminado: i === 0,
      })),
      grupos_opcion: splitList(groups).map((name) => parseGrupo(grupos.get(name) ?? [], key)),
    },
    peso: Number.parseInt(marks, 10) || 1,
    general: marks.includes('general'),
  };
};

/** A group that several products share gets ids of its own in each, because ids on a menu are unique. */
const parseGrupo = ([head = '', nombre = '', range = '', opciones]: Row, key: string): Grupo => {
  const grupo = head.slice(2);
  const [min = 0, max = 0] = range.split('-').map(Number);
  return {
    id: `grp_${grupo}_${key}`,
    nombre,
    requerido: min > 0,
    min_seleccion: min,
    max_seleccion: max,
    opciones: splitList(opciones).map((opcion, i) => ({
      id: `opt_${grupo}_${i + 1}_${key}`,
      ...priced(opcion),
    })),
  };
};
