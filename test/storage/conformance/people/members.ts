import assert from 'node:assert/strict';
import { describe } from 'node:test';
import type { Rol } from '../../../../src/contract/roles.ts';
import { HOUR_MS } from '../../../../src/domain/time.ts';
import {
  type CambioMiembro,
  type Invitacion,
  MIEMBROS_MAX,
} from '../../../../src/storage/port/panel/miembros.ts';
import type { Store } from '../../../../src/storage/port/store.ts';
import { column } from '../../../support/columns.ts';
import { NOW_MS, RESTAURANTE_ID, sampleRestaurante } from '../../../support/samples.ts';
import { auditEntry, type Engine, testOn } from '../harness.ts';

const OTHER_ID = 'rest_bar_lola';
const emailOf = (id: string): string => `${id}@pepa.example`;

/** Adds somebody who has chosen a password. */
const enrol = async ({ usuarios }: Store, id: string, rol: Rol, ...restaurants: string[]) => {
  const ids = restaurants.length === 0 ? [RESTAURANTE_ID] : restaurants;
  await usuarios.create(
    { id, email: emailOf(id), operador: false, creadoMs: NOW_MS },
    ids.map((restauranteId) => ({ restauranteId, rol })),
    { hash: `alta ${id}`, expiraMs: NOW_MS + HOUR_MS },
    auditEntry(),
  );
  await usuarios.redeemSetup(`alta ${id}`, NOW_MS, 'clave', auditEntry());
};

const change = ({ miembros }: Store, id: string, cambio: Partial<Record<string, unknown>>) =>
  miembros.change(
    RESTAURANTE_ID,
    id,
    { endsScreens: true, ...cambio } as CambioMiembro,
    auditEntry({ accion: 'persona.cambiada' }),
  );

const invitation = (email: string, overrides: Partial<Invitacion> = {}): Invitacion => ({
  id: `inv_${email.split('@')[0]}`,
  restauranteId: RESTAURANTE_ID,
  email,
  rol: 'sala',
  usuarioId: 'usr_ana',
  creadaMs: NOW_MS,
  expiraMs: NOW_MS + HOUR_MS,
  ...overrides,
});
const invite = ({ miembros }: Store, email: string, overrides: Partial<Invitacion> = {}) =>
  miembros.invite(invitation(email, overrides), `hash ${email}`, auditEntry());

const rolesIn = async ({ miembros }: Store, id = RESTAURANTE_ID) =>
  (await miembros.list(id)).map(({ usuarioId, rol }) => [usuarioId, rol]);

export const memberConformance = (engine: Engine): void => {
  const test = testOn(engine);
  describe(`${engine.name}: people of a restaurant`, () => {
    test('a person has a role in each of several restaurants', async (store) => {
      const nombre = 'Bar Lola';
      await store.cuentas.save(sampleRestaurante({ id: OTHER_ID, slug: 'lola', nombre }), {});
      await enrol(store, 'usr_ana', 'propietaria', RESTAURANTE_ID, OTHER_ID);
      await enrol(store, 'usr_luz', 'sala');
      assert.deepEqual(await store.miembros.list(RESTAURANTE_ID), [
        {
          ...{ usuarioId: 'usr_ana', email: emailOf('usr_ana'), rol: 'propietaria' },
          ...{ desdeMs: NOW_MS, suspendidoMs: null, desactivadoMs: null },
          ...{ tieneClave: true, tieneFactor: false, ultimoAccesoMs: null },
        },
        {
          ...{ usuarioId: 'usr_luz', email: emailOf('usr_luz'), rol: 'sala' },
          ...{ desdeMs: NOW_MS, suspendidoMs: null, desactivadoMs: null },
          ...{ tieneClave: true, tieneFactor: false, ultimoAccesoMs: null },
        },
      ]);
      assert.deepEqual(await rolesIn(store, OTHER_ID), [['usr_ana', 'propietaria']]);
      const ana = await store.usuarios.get('usr_ana');
      assert.deepEqual(column(ana?.membresias ?? [], 'nombre'), [
        nombre,
        sampleRestaurante().nombre,
      ]);
    });

    test('the last owner stays, and of two who remove each other one does', async (store) => {
      await enrol(store, 'usr_ana', 'propietaria');
      await enrol(store, 'usr_luz', 'sala');
      for (const cambio of [{ rol: 'sala' }, { suspendidoMs: NOW_MS }, { isRemoved: true }]) {
        assert.equal(await change(store, 'usr_ana', cambio), 'last_owner');
      }
      assert.equal(await change(store, 'usr_luz', { rol: 'propietaria' }), 'changed');
      const both = await Promise.all([
        change(store, 'usr_ana', { isRemoved: true }),
        change(store, 'usr_luz', { isRemoved: true }),
      ]);
      assert.deepEqual(both.toSorted(), ['changed', 'last_owner']);
      assert.equal((await store.miembros.list(RESTAURANTE_ID)).length, 1);
    });

    test('an owner who cannot sign in does not count', async (store) => {
      await enrol(store, 'usr_ana', 'propietaria');
      await enrol(store, 'usr_luz', 'propietaria');
      await store.usuarios.setDisabled('usr_luz', NOW_MS, auditEntry());
      assert.equal(await change(store, 'usr_ana', { isRemoved: true }), 'last_owner');
      await store.usuarios.setDisabled('usr_luz', null, auditEntry());
      assert.equal(await change(store, 'usr_ana', { isRemoved: true }), 'changed');
      assert.equal(await change(store, 'usr_ana', { isRemoved: true }), 'not_found');
    });

    test('who leaves takes screens and invitations of this restaurant along, and nothing else', async (store) => {
      await store.cuentas.save(sampleRestaurante({ id: OTHER_ID, slug: 'lola' }), {});
      await enrol(store, 'usr_ana', 'propietaria', RESTAURANTE_ID, OTHER_ID);
      await enrol(store, 'usr_luz', 'propietaria');
      for (const restauranteId of [RESTAURANTE_ID, OTHER_ID]) {
        const screen = { usuarioId: 'usr_ana', nombre: 'Barra', clase: 'cocina' as const };
        const given = { ...screen, id: `pan_${restauranteId}`, restauranteId };
        const pantalla = { ...given, creadaMs: NOW_MS, vistaMs: null };
        await store.pantallas.create(pantalla, `p ${restauranteId}`, auditEntry());
      }
      await invite(store, 'eva@x.example');
      await invite(store, 'paz@x.example', { usuarioId: 'usr_luz' });
      assert.equal(await change(store, 'usr_ana', { suspendidoMs: NOW_MS }), 'changed');
      assert.deepEqual(column(await store.pantallas.list(null), 'restauranteId'), [OTHER_ID]);
      const left = await store.miembros.invitations(RESTAURANTE_ID);
      assert.deepEqual(column(left, 'email'), ['paz@x.example']);
      const ana = await store.usuarios.get('usr_ana');
      assert.deepEqual(column(ana?.membresias ?? [], 'suspendidoMs').toSorted(), [NOW_MS, null]);
      assert.equal(await change(store, 'usr_ana', { suspendidoMs: null }), 'changed');
    });

    test('an invitation replaces the one before, and a member needs none', async (store) => {
      await enrol(store, 'usr_ana', 'propietaria');
      assert.equal(await invite(store, emailOf('usr_ana')), 'already_member');
      assert.equal(
        await invite(store, 'x@x.example', { restauranteId: 'rest_nadie' }),
        'no_restaurant',
      );
      assert.equal(await invite(store, 'eva@x.example'), 'invited');
      assert.equal(
        await invite(store, 'eva@x.example', { id: 'inv_2', rol: 'encargada' }),
        'invited',
      );
      const [only, ...others] = await store.miembros.invitations(RESTAURANTE_ID);
      assert.deepEqual([only?.id, only?.rol, others], ['inv_2', 'encargada', []]);
      assert.equal(await store.miembros.withdraw(OTHER_ID, 'inv_2', auditEntry()), false);
      assert.equal(await store.miembros.withdraw(RESTAURANTE_ID, 'inv_2', auditEntry()), true);
      assert.equal(await store.miembros.findInvitation('hash eva@x.example'), null);
      for (let i = 1; i < MIEMBROS_MAX; i += 1) await invite(store, `p${i}@x.example`);
      assert.equal(await invite(store, 'uno.mas@x.example'), 'too_many');
      assert.equal(await invite(store, 'p1@x.example'), 'invited');
    });

    test('somebody with an account takes an invitation of their e-mail, once and in time', async (store) => {
      await store.cuentas.save(sampleRestaurante({ id: OTHER_ID, slug: 'lola' }), {});
      await enrol(store, 'usr_ana', 'propietaria');
      await enrol(store, 'usr_eva', 'sala', OTHER_ID);
      await invite(store, emailOf('usr_eva'), { rol: 'gestoria' });
      const hash = `hash ${emailOf('usr_eva')}`;
      const found = await store.miembros.findInvitation(hash);
      assert.deepEqual(
        [found?.restauranteNombre, found?.tieneCuenta],
        [sampleRestaurante().nombre, true],
      );
      const accept = (id: string, nowMs = NOW_MS) =>
        store.miembros.accept(hash, nowMs, id, auditEntry({ accion: 'persona.aceptada' }));
      assert.equal(await accept('usr_ana'), null);
      assert.equal(await accept('usr_eva', NOW_MS + HOUR_MS), null);
      const both = await Promise.all([accept('usr_eva'), accept('usr_eva')]);
      assert.deepEqual(both.toSorted(), [null, RESTAURANTE_ID].toSorted());
      assert.deepEqual(await rolesIn(store), [
        ['usr_ana', 'propietaria'],
        ['usr_eva', 'gestoria'],
      ]);
      const [entry] = await store.auditoria.list(RESTAURANTE_ID, 1);
      assert.partialDeepStrictEqual(entry, {
        accion: 'persona.aceptada',
        detalle: { rol: 'gestoria' },
      });
    });

    test('an invitation makes an account for an e-mail that has none, and for no other', async (store) => {
      await enrol(store, 'usr_ana', 'propietaria');
      await invite(store, 'eva@x.example');
      const eva = { id: 'usr_eva', email: 'eva@x.example', creadoMs: NOW_MS };
      const accept = (usuario = eva, hash = 'hash eva@x.example', nowMs = NOW_MS) =>
        store.miembros.acceptNew(hash, nowMs, usuario, 'clave', auditEntry());
      assert.equal(await accept(eva, 'hash nada'), null);
      assert.equal(await accept({ ...eva, email: 'otra@x.example' }), null);
      assert.equal(await accept(eva, 'hash eva@x.example', NOW_MS + HOUR_MS), null);
      assert.equal(await store.usuarios.findByEmail('eva@x.example'), null);
      assert.equal(await accept(), RESTAURANTE_ID);
      assert.equal((await store.usuarios.findByEmail('eva@x.example'))?.clave, 'clave');
      await store.usuarios.setDisabled('usr_eva', NOW_MS, auditEntry());
      await change(store, 'usr_eva', { isRemoved: true });
      await invite(store, 'eva@x.example');
      assert.equal(await accept({ ...eva, id: 'usr_otra' }), null);
    });
  });
};
