import type { TipoEvento } from '../../contract/recursos/evento.ts';
import type { Estado, Tipo } from '../../contract/recursos/pedido.ts';
import { type Refusal, refuse } from './refusal.ts';

/** Forward only; skips are allowed. `cancelado` stands outside the line. */
const RANK: Record<Estado, number> = {
  pendiente: 0,
  confirmado: 1,
  en_preparacion: 2,
  listo: 3,
  en_reparto: 4,
  entregado: 5,
  cancelado: 6,
};

/** The event of reaching a state. */
export const EVENT_OF_STATE: Record<Estado, TipoEvento> = {
  pendiente: 'pedido.nuevo',
  confirmado: 'pedido.aceptado',
  en_preparacion: 'pedido.estado_cambiado',
  listo: 'pedido.estado_cambiado',
  en_reparto: 'pedido.estado_cambiado',
  entregado: 'pedido.entregado',
  cancelado: 'pedido.cancelado',
};

export const isFinal = (estado: Estado): boolean =>
  estado === 'entregado' || estado === 'cancelado';

/** Past `pendiente` without having been called off: somebody accepted the order. */
export const isAccepted = (estado: Estado): boolean =>
  estado !== 'pendiente' && estado !== 'cancelado';

/** Null when an order of this type may go from one state to another, different one. */
export const refuseTransition = (tipo: Tipo, from: Estado, to: Estado): Refusal | null => {
  if (isFinal(from)) {
    return refuse('transicion_invalida', `El pedido está en «${from}», que es un estado final.`);
  }
  if (to === 'en_reparto' && tipo !== 'reparto') {
    return refuse('transicion_invalida', `Un pedido de tipo «${tipo}» no pasa por «en_reparto».`);
  }
  if (RANK[to] < RANK[from]) {
    return refuse('transicion_invalida', `Un pedido en «${from}» no puede volver a «${to}».`);
  }
  return null;
};
