import type { ComandoPedido } from '../../src/contract/comandos.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { makeRandomBytes } from '../../src/platform/random.ts';
import type { Store } from '../../src/storage/port/store.ts';
import { makeSecretBox, ownerOf } from '../../src/webhooks/secret-box.ts';
import { comando, sampleRestaurante } from '../../test/support/samples.ts';
import { draft, restaurantId } from '../support/commands.ts';

export const SECRETS_KEY = 'bench-secrets-key-0123456789-0123456789';

export const addRestaurant = async (store: Store, n: number): Promise<void> => {
  const perfil = sampleRestaurante({ id: restaurantId(n), slug: `bench-${n}` });
  await store.cuentas.save(perfil, { ingesta: true });
};

/** Adds a webhook to an existing restaurant. */
export const addWebhook = async (
  store: Store,
  n: number,
  url: string,
  id = `wh_bench_${n}`,
): Promise<void> => {
  const [restauranteId, creadoMs] = [restaurantId(n), systemClock.now()];
  const secretBox = makeSecretBox([SECRETS_KEY], makeRandomBytes());
  const secreto = secretBox.seal(Buffer.alloc(32, 7), ownerOf(restauranteId, id));
  const webhook = { id, restauranteId, url, nombre: null, secreto, activo: true, creadoMs };
  const entry = { momentoMs: creadoMs, actor: 'bench', accion: 'webhook.creado', objeto: id };
  await store.webhooks.create(
    { ...webhook, eventos: ['*'] },
    { ...entry, restauranteId, detalle: {} },
  );
};

/** The i-th order, of the n-th restaurant. */
export const newOrder = (id: string, i: number, n: number): ComandoPedido =>
  comando.crear({ ...draft(i, systemClock.now()), id }, { restaurante_id: restaurantId(n) });

/** New orders of several restaurants, with one event each. */
export function* newOrders(count: number, restaurants: number): Generator<ComandoPedido> {
  for (let i = 0; i < count; i += 1) {
    yield newOrder(`ped_bench_${String(i).padStart(9, '0')}`, i, i % restaurants);
  }
}
