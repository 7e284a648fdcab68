// The effect of a command on an order: a second implementation that shares no code with the service.

import { isDeepStrictEqual } from 'node:util';
import type { Comando, ComandoPedido } from '../../src/contract/comandos.ts';
import type { TipoEvento } from '../../src/contract/recursos/evento.ts';
import type { Pedido } from '../../src/contract/recursos/pedido.ts';

interface Step {
  pedido: Pedido;
  tipo: TipoEvento;
  accion: string;
  /** The names of the changed fields. */
  cambios: string[];
}

/** Fields that the service minted. */
interface Minted {
  id: string;
  numero: string;
  restaurante: Pedido['restaurante'];
}

const EVENT_OF: Record<string, TipoEvento> = {
  confirmado: 'pedido.aceptado',
  en_preparacion: 'pedido.estado_cambiado',
  listo: 'pedido.estado_cambiado',
  en_reparto: 'pedido.estado_cambiado',
  entregado: 'pedido.entregado',
};

/** The order after the command; null if the command cannot have been accepted in this state. */
export const applyCommand = (
  before: Pedido | null,
  comando: ComandoPedido,
  momento: string,
  minted: Minted,
): Step | null => {
  if (comando.op === 'pedido.crear') {
    if (before !== null) return null;
    const pedido = createdOrder(comando.pedido, momento, minted);
    return { pedido, tipo: 'pedido.nuevo', accion: 'creado', cambios: Object.keys(pedido) };
  }
  if (before === null) return null;
  const change = changeOf(before, comando, momento);
  if (change === null) return null;
  const { fields, tipo, accion } = change;
  const pedido: Pedido = { ...before, ...fields };
  const cambios = (Object.keys(pedido) as (keyof Pedido)[]).filter(
    (field) => !isDeepStrictEqual(before[field], pedido[field]),
  );
  return { pedido, tipo, accion, cambios };
};

/** A new order from its draft, which contains the ids of all its items. */
export const createdOrder = (
  draft: Comando<'pedido.crear'>['pedido'],
  momento: string,
  minted: Minted,
): Pedido => ({
  estado: 'pendiente',
  creado_en: momento,
  aceptado_en: null,
  entregado_en: null,
  programado_para: null,
  direccion: null,
  mesa: null,
  entrega: null,
  fiscal: null,
  instrucciones: null,
  ...minted,
  ...draft,
  items: draft.items as Pedido['items'],
});

interface Change {
  fields: Partial<Pedido>;
  tipo: TipoEvento;
  accion: string;
}

const changeOf = (before: Pedido, comando: ComandoPedido, momento: string): Change | null => {
  const isOver = before.estado === 'entregado' || before.estado === 'cancelado';
  switch (comando.op) {
    case 'pedido.avanzar': {
      const { estado } = comando;
      const tipo = EVENT_OF[estado];
      if (isOver || tipo === undefined) return null;
      const fields: Partial<Pedido> = { estado, aceptado_en: before.aceptado_en ?? momento };
      if (estado === 'entregado') fields.entregado_en = momento;
      return { fields, tipo, accion: estado };
    }
    case 'pedido.cancelar':
      if (isOver) return null;
      return { fields: { estado: 'cancelado' }, tipo: 'pedido.cancelado', accion: 'cancelado' };
    case 'pedido.rechazar':
      if (before.estado !== 'pendiente') return null;
      return { fields: { estado: 'cancelado' }, tipo: 'pedido.rechazado', accion: 'rechazado' };
    case 'pedido.modificar_items': {
      if (isOver) return null;
      const items = comando.items as Pedido['items'];
      const fields = { items, totales: comando.totales };
      return { fields, tipo: 'pedido.item_modificado', accion: 'items_modificados' };
    }
    case 'pedido.anotar': {
      const { pago, fiscal, instrucciones } = comando.cambios;
      const fields: Partial<Pedido> = {};
      if (pago !== undefined) fields.pago = { ...before.pago, ...pago };
      if (fiscal) fields.fiscal = { ...before.fiscal, ...fiscal } as Pedido['fiscal'];
      if (instrucciones !== undefined) fields.instrucciones = instrucciones;
      return { fields, tipo: 'pedido.estado_cambiado', accion: 'anotado' };
    }
    default:
      return null;
  }
};
