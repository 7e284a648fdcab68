import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { HOUR_MS, MINUTE_MS } from '../../../../src/domain/time.ts';
import {
  PASSKEYS_MAX,
  type Passkey,
  type Reto,
} from '../../../../src/storage/port/panel/factores.ts';
import type { Store } from '../../../../src/storage/port/store.ts';
import { column } from '../../../support/columns.ts';
import { NOW_MS } from '../../../support/samples.ts';
import { auditEntry, type Engine, testOn } from '../harness.ts';

const ANA = 'usr_ana';
const SECRET = Uint8Array.of(1, 2, 3);
const bytesOf = (sealed: Uint8Array | null | undefined) => [...(sealed ?? [])];

const passkey = (overrides: Partial<Passkey> = {}): Passkey => ({
  ...{ id: 'cred_1', usuarioId: ANA, dominio: 'panel.example', clavePublica: Uint8Array.of(7) },
  ...{ contador: 0, transportes: '["internal"]', nombre: 'Portátil' },
  ...{ creadaMs: NOW_MS, usadaMs: null },
  ...overrides,
});

const reto = (overrides: Partial<Reto> = {}): Reto => ({
  ...{ hash: 'r1', usuarioId: ANA, clase: 'entrada', datos: '{}', expiraMs: NOW_MS + MINUTE_MS },
  ...overrides,
});

const withAna = async ({ usuarios }: Store): Promise<void> => {
  const ana = { id: ANA, email: 'ana@pepa.example', operador: true, creadoMs: NOW_MS };
  await usuarios.create(ana, [], { hash: 'alta', expiraMs: NOW_MS + HOUR_MS }, auditEntry());
  await usuarios.redeemSetup('alta', NOW_MS, 'clave', auditEntry());
};

export const factorConformance = (engine: Engine): void => {
  const test = testOn(engine);
  describe(`${engine.name}: second factors`, () => {
    test('recovery codes come with the first factor, work once and go with the last', async (store) => {
      const { factores } = store;
      await withAna(store);
      assert.deepEqual(await factores.of(ANA), { totp: null, passkeys: [], codigos: 0 });
      assert.equal(await factores.addPasskey(passkey(), ['c1', 'c2'], auditEntry()), 'added');
      assert.equal(await factores.addPasskey(passkey(), null, auditEntry()), 'known');
      await factores.setTotp(ANA, SECRET, null, auditEntry());
      const found = await factores.of(ANA);
      assert.deepEqual(bytesOf(found.totp), [1, 2, 3]);
      assert.deepEqual([column(found.passkeys, 'nombre'), found.codigos], [['Portátil'], 2]);
      assert.deepEqual(bytesOf(found.passkeys[0]?.clavePublica), [7]);
      const use = () => factores.useCode(ANA, 'c1', auditEntry());
      assert.deepEqual((await Promise.all([use(), use()])).toSorted(), [false, true]);
      assert.equal(await factores.removePasskey('usr_otro', 'cred_1', auditEntry()), false);
      assert.equal(await factores.removePasskey(ANA, 'cred_1', auditEntry()), true);
      assert.equal((await factores.of(ANA)).codigos, 1);
      await factores.setCodes(ANA, ['c3', 'c4', 'c5'], auditEntry());
      assert.equal((await factores.of(ANA)).codigos, 3);
      assert.equal(await factores.removeTotp(ANA, auditEntry()), true);
      assert.equal(await factores.removeTotp(ANA, auditEntry()), false);
      assert.deepEqual(await factores.of(ANA), { totp: null, passkeys: [], codigos: 0 });
    });

    test('a code of the app is used once, and none older after it', async (store) => {
      const { factores } = store;
      await withAna(store);
      assert.equal(await factores.useTotp(ANA, 5), false);
      await factores.setTotp(ANA, SECRET, ['c1'], auditEntry());
      const both = await Promise.all([factores.useTotp(ANA, 5), factores.useTotp(ANA, 5)]);
      assert.deepEqual(both.toSorted(), [false, true]);
      assert.equal(await factores.useTotp(ANA, 4), false);
      assert.equal(await factores.useTotp(ANA, 6), true);
    });

    test('a question is answered once and in time; the next of its kind replaces it', async (store) => {
      const { factores } = store;
      await withAna(store);
      await factores.ask(reto(), NOW_MS);
      await factores.ask(reto({ hash: 'r2', clase: 'totp' }), NOW_MS);
      assert.deepEqual(await factores.findReto('r1', NOW_MS), reto());
      assert.equal(await factores.findReto('r1', NOW_MS + MINUTE_MS), null);
      await factores.ask(reto({ hash: 'r3' }), NOW_MS);
      assert.equal(await factores.findReto('r1', NOW_MS), null);
      const both = await Promise.all([factores.takeReto('r3'), factores.takeReto('r3')]);
      assert.deepEqual(both.toSorted(), [false, true]);
      assert.notEqual(await factores.findReto('r2', NOW_MS), null);
    });

    test('a passkey keeps its counter, and a user has a limited number', async (store) => {
      const { factores } = store;
      await withAna(store);
      for (let i = 0; i < PASSKEYS_MAX; i += 1) {
        await factores.addPasskey(passkey({ id: `cred_${i}` }), null, auditEntry());
      }
      const more = await factores.addPasskey(passkey({ id: 'cred_x' }), null, auditEntry());
      assert.equal(more, 'too_many');
      await factores.usePasskey('cred_0', 9, NOW_MS + 1);
      const used = (await factores.of(ANA)).passkeys.find(({ id }) => id === 'cred_0');
      assert.deepEqual([used?.contador, used?.usadaMs], [9, NOW_MS + 1]);
    });

    test('clearing removes every factor and ends every session', async (store) => {
      const { factores, sesiones } = store;
      await withAna(store);
      assert.equal(await factores.clear(ANA, auditEntry()), false);
      await factores.addPasskey(passkey(), ['c1'], auditEntry());
      await factores.setTotp(ANA, SECRET, null, auditEntry());
      const sesion = {
        hash: 's1',
        usuarioId: ANA,
        creadaMs: NOW_MS,
        vistaMs: NOW_MS,
        agente: '',
        red: '',
      };
      await sesiones.create(sesion, 'clave', { creadaMs: 0, vistaMs: 0 }, auditEntry());
      assert.equal(await factores.clear(ANA, auditEntry()), true);
      assert.deepEqual(await factores.of(ANA), { totp: null, passkeys: [], codigos: 0 });
      assert.equal(await sesiones.find('s1'), null);
    });

    test('a sealed secret is replaced if it is still the same', async (store) => {
      const { factores } = store;
      await withAna(store);
      assert.deepEqual(await factores.sealed(), []);
      await factores.setTotp(ANA, SECRET, null, auditEntry());
      const [only] = await factores.sealed();
      assert.deepEqual([only?.usuarioId, bytesOf(only?.totp)], [ANA, [1, 2, 3]]);
      assert.equal(await factores.reseal(ANA, Uint8Array.of(9), Uint8Array.of(4)), false);
      assert.equal(await factores.reseal(ANA, SECRET, Uint8Array.of(4)), true);
      assert.deepEqual(bytesOf((await factores.of(ANA)).totp), [4]);
    });
  });
};
