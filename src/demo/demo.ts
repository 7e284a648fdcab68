import { setTimeout as sleep } from 'node:timers/promises';
import type { AdminDeps } from '../admin/deps.ts';
import type { Clock } from '../platform/clock.ts';
import { demoKey, demoLogin, type Login } from './credentials.ts';
import { contentsOf, type Filled, fill, type OpenOrder, openOrders } from './fill.ts';
import { PLACES } from './places/places.ts';
import type { Send } from './private-door.ts';
import { simulate } from './simulator.ts';

/** Every demo is the same: another seed would invent another ninety days. */
const SEED = 'comanda';

export const DEMO_NAME = PLACES[0].perfil.nombre;
export const DEMO_CITY = PLACES[0].perfil.ubicacion.ciudad;

export interface Prepared extends Filled {
  isNew: boolean;
  token: string;
  login: Login | null;
  open: OpenOrder[];
}

interface PrepareInput {
  deps: AdminDeps;
  dataDir: string;
  send: Send;
  signal: AbortSignal;
  onStart(): void;
}

/** Fills the database for the demo; null if it holds other data, which stays as it is. */
export const prepareDemo = async (input: PrepareInput): Promise<Prepared | null> => {
  const { deps, dataDir, send, signal } = input;
  const { store } = deps;
  const contents = await contentsOf(store);
  if (contents === 'foreign') return null;
  if (contents === 'empty') input.onStart();
  const filled = await fill(store, { seed: SEED, nowMs: deps.clock.now(), send, signal });
  return {
    ...filled,
    isNew: contents === 'empty',
    token: await demoKey(dataDir, deps),
    login: await demoLogin(dataDir, deps),
    open: await openOrders(store, SEED),
  };
};

export const playDemo = (
  { open }: Prepared,
  input: { clock: Clock; send: Send; signal: AbortSignal; onTrouble(reason: string): void },
): Promise<void> =>
  simulate(open, {
    seed: SEED,
    places: PLACES,
    wait: (ms, signal) => sleep(ms, undefined, { signal }).catch(() => undefined),
    ...input,
  });
