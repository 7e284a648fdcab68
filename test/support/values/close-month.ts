import assert from 'node:assert/strict';
import { makeCierres } from '../../../src/admin/dinero/cierres.ts';
import type { Fecha } from '../../../src/contract/dinero/fechas.ts';
import { makeMintId } from '../../../src/domain/ids.ts';
import { makeRandomBytes } from '../../../src/platform/random.ts';
import type { Closing } from '../../../src/storage/port/cierres.ts';
import type { Store } from '../../../src/storage/port/store.ts';
import { RESTAURANTE_ID } from '../samples.ts';

/** All months of the tests are over. */
const LATER_MS = Date.parse('2027-02-01T00:00:00Z');

export const cierresOf = (store: Store) =>
  makeCierres({ store, clock: { now: () => LATER_MS }, mintId: makeMintId(makeRandomBytes()) });

/** Closes a month, by default of the sample restaurant. */
export const closeMonth = async (
  store: Store,
  mes: string,
  fecha: Fecha = 'creacion',
  restauranteId = RESTAURANTE_ID,
): Promise<Closing> => {
  const made = await cierresOf(store).create({ restauranteId, mes, fecha }, 'ana');
  assert.ok(typeof made === 'object' && 'id' in made, JSON.stringify(made));
  return made;
};
