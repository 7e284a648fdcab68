import type { Carta, ListaZonas, Restaurante } from '../../../../typescript/src/index.ts';
import {
  CARTA_OPCIONES,
  CARTA_TABLES,
  CATEGORIAS,
  GRUPOS,
  PRODUCTOS,
  RESTAURANTE,
  TAMANOS,
  ZONAS,
} from '../schema/catalogue-tables.ts';
import type { Row, Table } from '../schema/table.ts';
import { compileRow } from './compile.ts';
import type { TableRows } from './pedido-rows.ts';

const rowOf = (table: Table): ((part: object) => Row) => {
  const compiled = compileRow(table);
  return (part) => compiled(part, part, []);
};

const categoriaRow = rowOf(CATEGORIAS);
const productoRow = rowOf(PRODUCTOS);
const tamanoRow = rowOf(TAMANOS);
const grupoRow = rowOf(GRUPOS);
const opcionRow = rowOf(CARTA_OPCIONES);
const zonaRow = rowOf(ZONAS);
const restauranteRow = rowOf(RESTAURANTE);

export const cartaRows = ({ categorias }: Carta): TableRows => {
  const rows = new Map<Table, Row[]>(CARTA_TABLES.map((table) => [table, []]));
  const add = (table: Table, row: Row): void => void rows.get(table)?.push(row);
  for (const [n, categoria] of categorias.entries()) {
    add(CATEGORIAS, categoriaRow({ ...categoria, n: n + 1 }));
    for (const [m, producto] of categoria.productos.entries()) {
      const inCategoria = { categoria_id: categoria.id };
      add(PRODUCTOS, productoRow({ ...producto, ...inCategoria, n: m + 1 }));
      const inProducto = { ...inCategoria, producto_id: producto.id };
      for (const [k, each] of producto.tamaños.entries()) {
        add(TAMANOS, tamanoRow({ ...each, ...inProducto, n: k + 1 }));
      }
      for (const [k, grupo] of producto.grupos_opcion.entries()) {
        add(GRUPOS, grupoRow({ ...grupo, ...inProducto, n: k + 1 }));
        for (const [j, each] of grupo.opciones.entries()) {
          const inGrupo = { ...inProducto, grupo_id: grupo.id };
          add(CARTA_OPCIONES, opcionRow({ ...each, ...inGrupo, n: j + 1 }));
        }
      }
    }
  }
  return rows;
};

export const zonaRows = ({ datos }: ListaZonas): TableRows =>
  new Map([[ZONAS, datos.map((zona, n) => zonaRow({ ...zona, n: n + 1 }))]]);

export const restauranteRows = (restaurante: Restaurante): TableRows =>
  new Map([[RESTAURANTE, [restauranteRow(restaurante)]]]);
