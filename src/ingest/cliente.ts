import type { Comando } from '../contract/comandos.ts';
import { isContacto } from '../domain/cliente/client-keys.ts';
import { type Refusal, refuse, unknownRestaurant } from '../domain/pedido/refusal.ts';
import { type Clientes, whoOf } from '../storage/clientes/forgetting.ts';
import type { Task } from './task.ts';

/** The actor in the audit. */
const ACT = { actor: 'comandos', origen: 'sistema' } as const;

/** `cliente.olvidar`: checks what a schema cannot say. */
export const prepareOlvido = (
  { restaurante_id: restauranteId, telefono, email, pedido_id }: Comando<'cliente.olvidar'>,
  clientes: Pick<Clientes, 'forget'>,
): Task | Refusal => {
  const who = whoOf({ telefono, email, pedido_id });
  if (who === null) {
    const error = 'El comando: debe tener uno, y solo uno, de «telefono», «email» y «pedido_id».';
    return refuse('comando_invalido', error, '');
  }
  if (telefono !== undefined && !isContacto({ telefono, email: '' })) {
    return refuse('comando_invalido', '/telefono: debe tener alguna cifra.', '/telefono');
  }
  if (email !== undefined && !isContacto({ telefono: '', email })) {
    return refuse('comando_invalido', '/email: no puede estar vacío.', '/email');
  }
  return {
    restauranteId,
    async carryOut() {
      const pedidos = await clientes.forget(restauranteId, who, ACT);
      if (pedidos === 'no_restaurant') return unknownRestaurant(restauranteId);
      if (pedidos === 'no_order') {
        return refuse('no_encontrado', `No existe el pedido «${pedido_id}».`, '/pedido_id');
      }
      return { ok: true, restauranteId, pedidos };
    },
  };
};
