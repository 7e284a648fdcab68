import { type Refusal, refuse } from '../domain/pedido/refusal.ts';
import type { Outcome } from './answers.ts';

/** A command that has its turn alone: later commands of its restaurant wait for it. */
export interface Task {
  restauranteId: string;
  carryOut(): Promise<Outcome>;
}

export const unknownRestaurant = (restauranteId: string): Refusal =>
  refuse('no_encontrado', `No existe el restaurante «${restauranteId}».`, '/restaurante_id');
