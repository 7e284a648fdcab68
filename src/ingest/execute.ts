import type { Clock } from '../clock.ts';
import type { Comando, ComandoCuenta, ComandoPedido } from '../contract/comandos.ts';
import type { MintId } from '../domain/ids.ts';
import { type Refusal, refuse } from '../domain/pedido/refusal.ts';
import type { Store } from '../storage/port/store.ts';
import type { Outcome } from './answers.ts';
import { prepareCuenta } from './cuenta.ts';
import type { IngestObserver } from './observer.ts';
import { makeTurns } from './turns.ts';

export interface ExecuteDeps {
  store: Pick<Store, 'log' | 'cuentas'>;
  clock: Clock;
  mintId: MintId;
  observer?: IngestObserver;
}

const UNAVAILABLE: Refusal = refuse(
  'no_disponible',
  'La base de datos no responde. Repita el comando más tarde, con la misma «clave» si la tiene.',
);

/** Carries out one command. Never rejects: a database that is down is an answer. */
export const makeExecute = ({ store, clock, mintId, observer }: ExecuteDeps) => {
  const turns = makeTurns();

  const changeOrder = async (comando: ComandoPedido, bytes: number): Promise<Outcome> => {
    const { restaurante_id: restauranteId } = comando;
    const [answer = UNAVAILABLE] = await turns.order(restauranteId, () =>
      store.log.commit(restauranteId, [comando], bytes),
    );
    return answer;
  };

  const saveAccount = async (comando: ComandoCuenta): Promise<Outcome> => {
    const task = prepareCuenta(comando, { now: clock.now(), mintId });
    if ('ok' in task) return task;
    const { restauranteId, save } = task;
    const isKnown = await turns.account(restauranteId, () => save(store.cuentas));
    return isKnown ? { ok: true, restauranteId } : refuseUnknown(restauranteId);
  };

  return async (comando: Comando, bytes: number): Promise<Outcome> => {
    try {
      return await (isAccount(comando) ? saveAccount(comando) : changeOrder(comando, bytes));
    } catch (error) {
      const id = 'restaurante' in comando ? comando.restaurante.id : comando.restaurante_id;
      observer?.failed(id ?? '', error);
      return UNAVAILABLE;
    }
  };
};

const isAccount = (comando: Comando): comando is ComandoCuenta =>
  comando.op === 'restaurante.guardar' ||
  comando.op === 'carta.guardar' ||
  comando.op === 'zonas.guardar';

const refuseUnknown = (restauranteId: string): Refusal =>
  refuse('no_encontrado', `No existe el restaurante «${restauranteId}».`, '/restaurante_id');
