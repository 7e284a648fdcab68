import type { TipoEvento } from '../../contract/recursos/evento.ts';
import { ESTADOS, type Estado, type Tipo } from '../../contract/recursos/pedido.ts';
import { type Refusal, refuse } from './refusal.ts';

interface StateRules {
  /** Orders go to a higher rank only; skips are allowed. */
  rank: number;
  /** The event that announces the state. */
  event: TipoEvento;
  isFinal: boolean;
  /** An order in this state has been accepted. */
  isAccepted: boolean;
}

const RULES: Record<Estado, StateRules> = {
  pendiente: { rank: 0, event: 'pedido.nuevo', isFinal: false, isAccepted: false },
  confirmado: { rank: 1, event: 'pedido.aceptado', isFinal: false, isAccepted: true },
  en_preparacion: { rank: 2, event: 'pedido.estado_cambiado', isFinal: false, isAccepted: true },
  listo: { rank: 3, event: 'pedido.estado_cambiado', isFinal: false, isAccepted: true },
  en_reparto: { rank: 4, event: 'pedido.estado_cambiado', isFinal: false, isAccepted: true },
  entregado: { rank: 5, event: 'pedido.entregado', isFinal: true, isAccepted: true },
  cancelado: { rank: 6, event: 'pedido.cancelado', isFinal: true, isAccepted: false },
};

export const eventOfState = (estado: Estado): TipoEvento => RULES[estado].event;

export const isFinal = (estado: Estado): boolean => RULES[estado].isFinal;

export const ESTADOS_ABIERTOS: readonly Estado[] = ESTADOS.filter((estado) => !isFinal(estado));

export const isAccepted = (estado: Estado): boolean => RULES[estado].isAccepted;

/** Null if an order of this type may go from one state to the other. The states must differ. */
export const refuseTransition = (tipo: Tipo, from: Estado, to: Estado): Refusal | null => {
  if (isFinal(from)) {
    return refuse('transicion_invalida', `El pedido está en «${from}», que es un estado final.`);
  }
  if (to === 'en_reparto' && tipo !== 'reparto') {
    return refuse('transicion_invalida', `Un pedido de tipo «${tipo}» no pasa por «en_reparto».`);
  }
  if (RULES[to].rank < RULES[from].rank) {
    return refuse('transicion_invalida', `Un pedido en «${from}» no puede volver a «${to}».`);
  }
  return null;
};
