import type { Carta, ListaZonas, Restaurante } from '@comanda/client';
import {
  CARTA_OPCIONES,
  CARTA_TABLES,
  CATALOGUE_TABLES,
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

const COMPILED = new Map(CATALOGUE_TABLES.map((table) => [table, compileRow(table)]));

const rowOf = (table: Table, part: object): Row => COMPILED.get(table)?.(part, part, []) ?? [];

export const cartaRows = ({ categorias }: Carta): TableRows => {
  const rows = new Map<Table, Row[]>(CARTA_TABLES.map((table) => [table, []]));
  const add = (table: Table, part: object): void => void rows.get(table)?.push(rowOf(table, part));
  for (const [n, categoria] of categorias.entries()) {
    add(CATEGORIAS, { ...categoria, n: n + 1 });
    for (const [m, producto] of categoria.productos.entries()) {
      const inCategoria = { categoria_id: categoria.id };
      add(PRODUCTOS, { ...producto, ...inCategoria, n: m + 1 });
      const inProducto = { ...inCategoria, producto_id: producto.id };
      for (const [k, each] of producto.tamaños.entries()) {
        add(TAMANOS, { ...each, ...inProducto, n: k + 1 });
      }
      for (const [k, grupo] of producto.grupos_opcion.entries()) {
        add(GRUPOS, { ...grupo, ...inProducto, n: k + 1 });
        for (const [j, each] of grupo.opciones.entries()) {
          const inGrupo = { ...inProducto, grupo_id: grupo.id };
          add(CARTA_OPCIONES, { ...each, ...inGrupo, n: j + 1 });
        }
      }
    }
  }
  return rows;
};

export const zonaRows = ({ datos }: ListaZonas): TableRows =>
  new Map([[ZONAS, datos.map((zona, n) => rowOf(ZONAS, { ...zona, n: n + 1 }))]]);

export const restauranteRows = (restaurante: Restaurante): TableRows =>
  new Map([[RESTAURANTE, [rowOf(RESTAURANTE, restaurante)]]]);
