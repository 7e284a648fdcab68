import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import Value from 'typebox/value';
import { Carta, type CartaDraft } from '../../src/contract/recursos/carta.ts';
import { Zona } from '../../src/contract/recursos/zona.ts';
import { makeMintId } from '../../src/domain/ids.ts';
import { cartaDocuments, completeCarta } from '../../src/ingest/carta.ts';
import { completeZonas, prepareCuenta } from '../../src/ingest/cuenta.ts';
import {
  NOW,
  NOW_MS,
  sampleCarta,
  sampleRestaurante,
  sampleZonas,
  seededRandomBytes,
} from '../support/samples.ts';
import { makeFakeStore } from './fake-store.ts';

const context = () => ({
  now: NOW_MS,
  mintId: makeMintId(seededRandomBytes(7)),
  cuentas: makeFakeStore().store.cuentas,
});

/** The same menu without ids, which the service then mints. */
const withoutIds = (carta: CartaDraft): CartaDraft =>
  JSON.parse(JSON.stringify(carta, (key, value) => (key === 'id' ? undefined : value)));

const asCarta = (json: string | undefined): Carta => ({
  restaurante_id: 'rest_1',
  restaurante_slug: 'uno',
  ...JSON.parse(json ?? '{}'),
});

describe('a menu', () => {
  test('gets an id at every level where it has none', () => {
    const [carta] = cartaDocuments(completeCarta(withoutIds(sampleCarta()), context()), NOW_MS);
    assert.deepEqual(Value.Errors(Carta, asCarta(carta?.json)), []);
    const ids = carta?.json.match(/"id":"[a-z]+_/g) ?? [];
    assert.deepEqual(
      ids.map((id) => id.slice(6)),
      ['cat_', 'prod_', 'tam_', 'tam_', 'grp_', 'opt_', 'opt_', 'prod_', 'cat_'],
    );
  });

  test('is stored ready to be sent, but for the restaurant in front of it', () => {
    const [carta] = cartaDocuments(completeCarta(sampleCarta(), context()), NOW_MS);
    assert.equal(carta?.kind, 'carta');
    assert.ok(
      carta?.json.startsWith(
        `{"moneda":"EUR","idioma_origen":"es","generado_en":"${NOW}","categorias":[`,
      ),
    );
  });
});

test('delivery zones get the ids they lack', () => {
  const [{ id: _, ...draft } = { id: '' }] = sampleZonas();
  const [minted, kept] = completeZonas([draft as Zona, ...sampleZonas()], context());
  assert.match(minted?.id ?? '', /^zon_/);
  assert.deepEqual(Value.Errors(Zona, minted), []);
  assert.deepEqual(kept, sampleZonas()[0]);
});

describe('a restaurant', () => {
  test('gets an id when it has none', () => {
    const { id: _, ...draft } = sampleRestaurante();
    const task = prepareCuenta({ op: 'restaurante.guardar', restaurante: draft }, context());
    assert.ok('restauranteId' in task);
    assert.match(task.restauranteId, /^rest_[0-9a-z]{26}$/);
  });
});
