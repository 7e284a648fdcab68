import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ComandoPedido } from '../../src/contract/comandos.ts';
import type { Answer } from '../../src/domain/log/batch.ts';
import type { CuentaStore } from '../../src/storage/port/accounts.ts';
import type { Store } from '../../src/storage/port/store.ts';

/** A call of `log.commit`, which ends when the test says so. */
interface Commit {
  restauranteId: string;
  comandos: readonly ComandoPedido[];
  bytes: number;
  accept(): void;
  fail(error: Error): void;
}

/** A store whose commits end when the test says so. The answer of a command names its own order. */
export const makeFakeStore = () => {
  const commits: Commit[] = [];
  const log: string[] = [];
  const cuentas = {
    save: async (perfil: { id: string }) => {
      log.push(`save ${perfil.id}`);
    },
    saveDocuments: async (restauranteId: string) => {
      log.push(`documents ${restauranteId}`);
      return true;
    },
  } as unknown as CuentaStore;
  const commit = (restauranteId: string, comandos: readonly ComandoPedido[], bytes = 0) =>
    new Promise<Answer[]>((resolve, reject) => {
      log.push(`${restauranteId} ${comandos.map(idOf).join(',')}`);
      const accept = () =>
        resolve(comandos.map((comando) => ({ ok: true, pedidoId: idOf(comando), eventoId: null })));
      commits.push({ restauranteId, comandos, bytes, accept, fail: reject });
    });
  const store = { log: { commit }, cuentas } as unknown as Store;
  return { store, commits, log };
};

const idOf = (comando: ComandoPedido): string =>
  ('pedido' in comando ? comando.pedido.id : comando.pedido_id) ?? '';

/** Lets all started work come to rest. */
export const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 50; turn += 1) await nextTurn();
};
