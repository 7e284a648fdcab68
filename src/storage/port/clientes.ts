import type { Contacto } from '../../domain/cliente/client-keys.ts';

/** Finds the orders of a customer. They are changed through the log, like all others. */
export interface ClienteStore {
  /**
   * Ids of the orders that carry a phone, or else an e-mail, after an id and ascending. It does not know orders from
   * before there was an index until `index` has seen them.
   */
  pedidos(
    restauranteId: string,
    contacto: Contacto,
    after: string,
    limit: number,
  ): Promise<string[]>;
  count(restauranteId: string, contacto: Contacto): Promise<number>;
  /** Indexes some of the orders from before there was an index. False: there may be more. */
  index(restauranteId: string, limit: number): Promise<boolean>;
  /** Some orders created before a moment whose customers are not forgotten yet, oldest first. */
  aged(restauranteId: string, beforeMs: number, limit: number): Promise<Aged>;
  /** The customers of `aged` are forgotten: the next search begins where it ended. */
  agedDone(restauranteId: string, aged: Aged): Promise<void>;
}

interface Aged {
  pedidoIds: string[];
  /** The stretch of `creado_en` that was searched. */
  fromMs: number;
  toMs: number;
}
