// The part of the panel's answers that screens and kitchens show. Types only, as in panel.ts.

import type { Evento } from './recursos/evento.ts';
import type { Item } from './recursos/item.ts';
import type { Pedido, Tipo } from './recursos/pedido.ts';

/** Minutes from an order's beginning until it should be accepted, and until it should be ready. */
export type Plazos = Record<Tipo, Record<'aceptar' | 'listo', number>>;

/** An order as a screen shows it: who it is for and what is in it; no phone, e-mail, address, price or payment. */
export interface PedidoPantalla
  extends Pick<
    Pedido,
    'id' | 'numero' | 'tipo' | 'estado' | 'creado_en' | 'programado_para' | 'mesa' | 'instrucciones'
  > {
  cliente: Pick<Pedido['cliente'], 'nombre'>;
  items: ItemPantalla[];
}

export interface ItemPantalla
  extends Pick<Item, 'id' | 'producto_id' | 'nombre' | 'tamaño' | 'cantidad' | 'estado_cocina'> {
  opciones: Pick<Item['opciones'][number], 'nombre' | 'cantidad'>[];
}

/** A category of the menu and the ids of its products, for a kitchen's stations. */
export interface CategoriaCocina {
  id: string;
  nombre: string;
  productos: string[];
}

/** An event of a screen's stream. */
export interface EventoPantalla extends Pick<Evento, 'id' | 'tipo' | 'creado_en'> {
  datos: { pedido: PedidoPantalla };
}
