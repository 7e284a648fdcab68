import Type from 'typebox';
import { both } from '../bilingual.ts';
import { Component, field } from '../fields.ts';
import { Nullable, withDefault } from '../scalars.ts';
import { Evento } from './evento.ts';
import { Pedido } from './pedido.ts';

const LIMITE_MAX = 100;
const LIMITE_DEFAULT = 25;

export const Limite = withDefault(
  Type.Integer({ minimum: 1, maximum: LIMITE_MAX }),
  LIMITE_DEFAULT,
);

/** Its example is the first page of two orders. */
export const Paginacion = Component('Paginacion', {
  $: both('Dónde está la página dentro de la lista.', 'Where the page is in the list.'),
  limite: field(
    Type.Integer({ minimum: 1, maximum: LIMITE_MAX }),
    'Cuántos pedidos o eventos lleva la página como máximo.',
    'How many orders or events the page holds at most.',
    2,
  ),
  siguiente: field(
    Nullable(Type.String()),
    'Cursor de la página siguiente; null en la última. En una página de eventos, el id desde el que seguir.',
    'Cursor of the next page; null on the last one. On a page of events, the id to go on from.',
    '8dRdex4_UsSdFd4dkhfmKIVrBm2HiN1rYXBlZF8wMW03ZHRlZG5qaGNmZ2I1cXBxYWR6NHphMA',
  ),
  anterior: field(
    Nullable(Type.String()),
    'Cursor de la página anterior; null en la primera.',
    'Cursor of the previous page; null on the first one.',
    null,
  ),
  total_aprox: field(
    Type.Integer({ minimum: 0 }),
    'Cuántos pedidos cumplen los filtros: exacto hasta 10 000; a partir de ahí, con un error de hasta el 5 %. En una página de eventos, cuántos siguen a `despues_de`.',
    'How many orders match the filters: exact up to 10,000, within 5 % beyond that. On a page of events, how many follow `despues_de`.',
    7_412,
  ),
});

export const PaginaPedidos = Component('PaginaPedidos', {
  $: both('Una página de la lista de pedidos.', 'A page of the list of orders.'),
  datos: field(
    Type.Array(Pedido),
    'Los pedidos, por `id` descendente.',
    'The orders, by descending `id`.',
  ),
  paginacion: field(
    Paginacion,
    'Los cursores de las páginas vecinas y el total.',
    'Cursors of the neighbouring pages, and the total.',
  ),
});

export const PaginaEventos = Component('PaginaEventos', {
  $: both(
    'Una página de eventos, del más antiguo al más reciente.',
    'A page of events, from the oldest to the newest.',
  ),
  datos: field(Type.Array(Evento), 'Los eventos.', 'The events.'),
  paginacion: field(
    Paginacion,
    'El id desde el que seguir y cuántos eventos siguen a `despues_de`.',
    'The id to go on from, and how many events follow `despues_de`.',
  ),
});

export type Paginacion = Type.Static<typeof Paginacion>;
