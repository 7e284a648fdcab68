import { systemClock } from '../../src/clock.ts';
import type { ComandoPedido } from '../../src/contract/comandos.ts';
import { makeRandomBytes } from '../../src/random.ts';
import type { Store } from '../../src/storage/port/store.ts';
import { makeVault, ownerOf } from '../../src/webhooks/vault.ts';
import { comando, sampleRestaurante } from '../../test/support/samples.ts';
import { draft, restaurantId } from '../support/commands.ts';

export const SECRETS_KEY = 'bench-secrets-key-0123456789-0123456789';
const BATCH = 200;

/** A restaurant with a webhook to this address, or with none. */
export const addRestaurant = async (
  store: Store,
  n: number,
  url: string | null,
  activo = true,
): Promise<void> => {
  const restauranteId = restaurantId(n);
  const perfil = sampleRestaurante({ id: restauranteId, slug: `bench-${n}` });
  await store.cuentas.save(perfil, { ingesta: true });
  if (url !== null) await addWebhook(store, n, url, activo);
};

/** A webhook of a restaurant that is there. */
export const addWebhook = async (
  store: Store,
  n: number,
  url: string,
  activo = true,
): Promise<void> => {
  const restauranteId = restaurantId(n);
  const id = `wh_bench_${n}`;
  const vault = makeVault(SECRETS_KEY, makeRandomBytes());
  const nowMs = systemClock.now();
  const secreto = vault.seal(Buffer.alloc(32, 7), ownerOf(restauranteId, id));
  await store.webhooks.create(
    { id, restauranteId, url, nombre: null, eventos: ['*'], secreto, activo, creadoMs: nowMs },
    {
      ...{ momentoMs: nowMs, actor: 'bench', accion: 'webhook.creado', objeto: id },
      ...{ restauranteId, detalle: {} },
    },
  );
};

/** New orders, one event each, spread over restaurants. */
export const newOrders = (count: number, restaurants: number, first = 0): ComandoPedido[] =>
  Array.from({ length: count }, (_, k) => {
    const i = first + k;
    const id = `ped_bench_${String(i).padStart(9, '0')}`;
    const extra = { restaurante_id: restaurantId(i % restaurants) };
    return comando.crear({ ...draft(i, systemClock.now()), id }, extra);
  });

/** Stores orders without sending anything. */
export const storeOrders = async (
  store: Store,
  count: number,
  restaurants: number,
): Promise<void> => {
  for (let first = 0; first < count; first += BATCH * restaurants) {
    const some = newOrders(Math.min(BATCH * restaurants, count - first), restaurants, first);
    const byRestaurant = Map.groupBy(some, (each) => each.restaurante_id);
    await Promise.all([...byRestaurant].map(([id, comandos]) => store.log.commit(id, comandos)));
  }
};
