import type { Contacto } from '../../domain/cliente/client-keys.ts';

/** Finds the orders of a customer. They are changed through the log, like all others. */
export interface ClienteStore {
  /** Ids of the orders that carry a phone, or else an e-mail, ascending and after an id. */
  pedidos(
    restauranteId: string,
    contacto: Contacto,
    after: string,
    limit: number,
  ): Promise<string[]>;
  count(restauranteId: string, contacto: Contacto): Promise<number>;
  /** Some orders created before a moment whose customers are not forgotten yet, oldest first. */
  aged(restauranteId: string, beforeMs: number, limit: number): Promise<Aged>;
  /** To be called once the customers of `aged` are forgotten: the next search begins where that one ended. */
  agedDone(restauranteId: string, aged: Aged): Promise<void>;
}

interface Aged {
  pedidoIds: string[];
  /** The range of `creado_en` that was searched. */
  fromMs: number;
  toMs: number;
}
