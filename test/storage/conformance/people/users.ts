import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { HOUR_MS } from '../../../../src/domain/time.ts';
import type { Puesto, Sesion, Usuario } from '../../../../src/storage/port/panel.ts';
import type { Store } from '../../../../src/storage/port/store.ts';
import { column } from '../../../support/columns.ts';
import { NOW_MS, RESTAURANTE_ID, sampleRestaurante } from '../../../support/samples.ts';
import { auditEntry, type Engine, llave, testOn } from '../harness.ts';

const ANA: Usuario = {
  id: 'usr_ana',
  email: 'ana@pepa.example',
  operador: false,
  creadoMs: NOW_MS,
};
const AT_PEPA: readonly Puesto[] = [{ restauranteId: RESTAURANTE_ID, rol: 'propietaria' }];
const SETUP = { hash: 'alta', expiraMs: NOW_MS + HOUR_MS };
const DETAIL = {
  ...ANA,
  ...{
    tieneClave: false,
    tieneFactor: false,
    exigeFactor: false,
    desactivadoMs: null,
    ultimoAccesoMs: null,
  },
  membresias: [{ ...AT_PEPA[0], nombre: sampleRestaurante().nombre, suspendidoMs: null }],
};

const sesion = (overrides: Partial<Sesion> = {}): Sesion => ({
  hash: 's1',
  usuarioId: ANA.id,
  creadaMs: NOW_MS,
  vistaMs: NOW_MS,
  agente: 'Firefox 🦊',
  red: '192.0.2.0/24',
  ...overrides,
});
const NOTHING_STALE = { creadaMs: 0, vistaMs: 0 };
const CLAVE = 'c1';
const signIn = (
  { sesiones }: Store,
  overrides: Partial<Sesion> = {},
  { stale = NOTHING_STALE, clave = CLAVE } = {},
) => sesiones.create(sesion(overrides), clave, stale, auditEntry({ accion: 'sesion.iniciada' }));

/** Makes a user who has chosen a password. */
const createWithPassword = async ({ usuarios }: Store, usuario = ANA, setup = SETUP) => {
  await usuarios.create(usuario, AT_PEPA, setup, auditEntry());
  await usuarios.redeemSetup(setup.hash, NOW_MS, CLAVE, auditEntry());
};

export const peopleConformance = (engine: Engine): void => {
  const test = testOn(engine);
  describe(`${engine.name}: users`, () => {
    test('an e-mail belongs to one user', async ({ usuarios, auditoria }) => {
      assert.equal(await usuarios.create(ANA, AT_PEPA, SETUP, auditEntry()), 'created');
      const twin = { ...ANA, id: 'usr_2' };
      assert.equal(
        await usuarios.create(twin, AT_PEPA, { ...SETUP, hash: 'otra' }, auditEntry()),
        'email_taken',
      );
      const lost = { ...ANA, id: 'usr_3', email: 'c@d.example' };
      const nowhere: Puesto[] = [{ restauranteId: 'rest_nadie', rol: 'sala' }];
      assert.equal(
        await usuarios.create(lost, nowhere, { ...SETUP, hash: 'otra' }, auditEntry()),
        'no_restaurant',
      );
      assert.equal((await auditoria.list(null, 10)).length, 1);
    });

    test('users are found by id, e-mail and setup token, and listed by e-mail', async (store) => {
      const { usuarios } = store;
      await usuarios.create(ANA, AT_PEPA, SETUP, auditEntry());
      const op = { ...ANA, id: 'usr_op', email: 'a@first.example', operador: true };
      await usuarios.create(op, [], { ...SETUP, hash: 'op' }, auditEntry());
      assert.deepEqual(await usuarios.get(ANA.id), DETAIL);
      assert.equal(await usuarios.get('usr_nadie'), null);
      assert.deepEqual(await usuarios.findByEmail(ANA.email), { usuario: DETAIL, clave: null });
      assert.equal(await usuarios.findByEmail('nadie@x.example'), null);
      assert.deepEqual(await usuarios.findBySetup('alta'), {
        usuario: DETAIL,
        expiraMs: SETUP.expiraMs,
      });
      assert.equal(await usuarios.findBySetup('nada'), null);
      const listed = await usuarios.list(10);
      assert.deepEqual(column(listed, 'id'), ['usr_op', ANA.id]);
      assert.deepEqual(column(listed, 'membresias'), [[], DETAIL.membresias]);
      assert.equal((await usuarios.list(1)).length, 1);
    });

    test('a setup token works once and until it expires', async ({ usuarios, auditoria }) => {
      await usuarios.create(ANA, AT_PEPA, SETUP, auditEntry());
      const redeem = (hash: string, nowMs: number, clave: string) =>
        usuarios.redeemSetup(hash, nowMs, clave, auditEntry({ accion: 'usuario.clave' }));
      assert.equal(await redeem('alta', SETUP.expiraMs, 'tarde'), false);
      assert.equal(await redeem('nada', NOW_MS, 'ajena'), false);
      const both = await Promise.all([redeem('alta', NOW_MS, 'c1'), redeem('alta', NOW_MS, 'c2')]);
      assert.deepEqual(both.toSorted(), [false, true]);
      assert.equal(await usuarios.findBySetup('alta'), null);
      const found = await usuarios.findByEmail(ANA.email);
      assert.equal(found?.clave, both[0] ? 'c1' : 'c2');
      assert.equal(found?.usuario.tieneClave, true);
      const acciones = (await auditoria.list(null, 10)).map(({ accion }) => accion);
      assert.deepEqual(acciones, ['usuario.clave', 'probado']);
    });

    test('a setup token ends with the password, with the user and with all sessions', async (store) => {
      const { usuarios, sesiones } = store;
      await usuarios.create(ANA, AT_PEPA, SETUP, auditEntry());
      await usuarios.redeemSetup('alta', NOW_MS, 'c1', auditEntry());
      const ends = async (act: () => Promise<unknown>): Promise<void> => {
        await usuarios.offerSetup(ANA.id, SETUP, auditEntry());
        assert.notEqual(await usuarios.findBySetup('alta'), null);
        await act();
        assert.equal(await usuarios.findBySetup('alta'), null);
        assert.equal(await usuarios.redeemSetup('alta', NOW_MS, 'robada', auditEntry()), false);
      };
      await ends(() => usuarios.changePassword(ANA.id, 'c1', 'c2', auditEntry()));
      await ends(() => sesiones.endAll(ANA.id, auditEntry()));
      await ends(async () => {
        await usuarios.setDisabled(ANA.id, NOW_MS, auditEntry());
        await usuarios.setDisabled(ANA.id, null, auditEntry());
      });
      assert.equal((await usuarios.findByEmail(ANA.email))?.clave, 'c2');
    });

    test('a new setup token replaces the old one and keeps the password', async ({ usuarios }) => {
      await usuarios.create(ANA, AT_PEPA, SETUP, auditEntry());
      await usuarios.redeemSetup('alta', NOW_MS, 'clave', auditEntry());
      const next = { hash: 'alta2', expiraMs: NOW_MS + 2 * HOUR_MS };
      assert.equal(await usuarios.offerSetup(ANA.id, SETUP, auditEntry()), true);
      assert.equal(await usuarios.offerSetup(ANA.id, next, auditEntry()), true);
      assert.equal(
        await usuarios.offerSetup('usr_nadie', { ...next, hash: 'x' }, auditEntry()),
        false,
      );
      assert.equal(await usuarios.findBySetup('alta'), null);
      assert.equal((await usuarios.findBySetup('alta2'))?.expiraMs, next.expiraMs);
      assert.equal((await usuarios.findByEmail(ANA.email))?.clave, 'clave');
    });

    test('changing a password needs the current one and ends every session', async (store) => {
      const { usuarios, sesiones } = store;
      await createWithPassword(store);
      await signIn(store);
      assert.equal(await usuarios.changePassword(ANA.id, 'otra', 'c2', auditEntry()), false);
      assert.equal((await sesiones.list(ANA.id)).length, 1);
      assert.equal(await usuarios.changePassword(ANA.id, 'c1', 'c2', auditEntry()), true);
      assert.equal((await usuarios.findByEmail(ANA.email))?.clave, 'c2');
      assert.deepEqual(await sesiones.list(ANA.id), []);
    });

    test('disabling a user ends every session until the user is enabled again', async (store) => {
      const { usuarios, sesiones, auditoria } = store;
      await createWithPassword(store);
      await signIn(store);
      const set = (atMs: number | null) => usuarios.setDisabled(ANA.id, atMs, auditEntry());
      assert.equal(await set(null), false);
      assert.equal(await set(NOW_MS), true);
      assert.equal(await set(NOW_MS + 1), false);
      assert.equal((await usuarios.get(ANA.id))?.desactivadoMs, NOW_MS);
      assert.equal(await sesiones.find('s1'), null);
      await usuarios.offerSetup(ANA.id, SETUP, auditEntry());
      assert.equal(await usuarios.redeemSetup('alta', NOW_MS, 'c', auditEntry()), false);
      assert.equal(await signIn(store, { hash: 's2' }), false);
      assert.equal(await set(null), true);
      assert.equal((await usuarios.get(ANA.id))?.desactivadoMs, null);
      assert.equal(await usuarios.setDisabled('usr_nadie', NOW_MS, auditEntry()), false);
      assert.equal((await auditoria.list(null, 10)).length, 6);
    });

    test('of two operators who disable each other at once, one stays', async ({ usuarios }) => {
      for (const [i, id] of ['usr_a', 'usr_b'].entries()) {
        const operator = { id, email: `${id}@op.example`, operador: true, creadoMs: NOW_MS };
        await usuarios.create(operator, [], { ...SETUP, hash: `op ${i}` }, auditEntry());
      }
      const disable = (id: string, by: string) =>
        usuarios.setDisabled(id, NOW_MS, auditEntry(), by);
      const both = await Promise.all([disable('usr_a', 'usr_b'), disable('usr_b', 'usr_a')]);
      assert.deepEqual(both.toSorted(), [false, true]);
    });

    test('only a disabled user is deleted; then the e-mail is nowhere but in the audit, and free', async (store) => {
      const { usuarios, llaves, pantallas, auditoria } = store;
      await createWithPassword(store);
      await signIn(store);
      await llaves.create(llave({ creador: ANA.email }), 'hash', auditEntry());
      await llaves.create(llave({ id: 'llv_2' }), 'hash 2', auditEntry());
      await pantallas.create(
        {
          ...{ id: 'pan_1', restauranteId: RESTAURANTE_ID, usuarioId: ANA.id, nombre: 'Barra' },
          ...{ clase: 'cocina', creadaMs: NOW_MS, vistaMs: null },
        },
        'hash',
        auditEntry(),
      );
      const deleteAna = () =>
        usuarios.deleteDisabled(ANA.id, auditEntry({ detalle: { email: ANA.email } }));
      assert.equal(await deleteAna(), false);
      assert.equal((await store.sesiones.list(ANA.id)).length, 1);
      await usuarios.setDisabled(ANA.id, NOW_MS, auditEntry());
      assert.deepEqual((await Promise.all([deleteAna(), deleteAna()])).toSorted(), [false, true]);
      assert.equal(await usuarios.get(ANA.id), null);
      assert.equal(await usuarios.findByEmail(ANA.email), null);
      assert.deepEqual(column(await llaves.list(null), 'creador'), ['cli', ANA.id]);
      const [entry] = await auditoria.list(null, 1);
      assert.deepEqual(entry?.detalle, { email: ANA.email });
      const next = { ...ANA, id: 'usr_next' };
      assert.equal(await usuarios.create(next, AT_PEPA, SETUP, auditEntry()), 'created');
    });
  });

  describe(`${engine.name}: sessions`, () => {
    test('a session is found by its hash, with its user', async (store) => {
      const { sesiones } = store;
      await createWithPassword(store);
      assert.equal(await signIn(store), true);
      assert.deepEqual(await sesiones.find('s1'), {
        sesion: sesion(),
        usuario: { ...DETAIL, tieneClave: true, ultimoAccesoMs: NOW_MS },
      });
      assert.equal(await sesiones.find('s0'), null);
      await sesiones.touch('s1', NOW_MS + 5, '198.51.100.0/24');
      await sesiones.touch('s1', NOW_MS + 2, '203.0.113.0/24');
      const seen = { vistaMs: NOW_MS + 5, red: '198.51.100.0/24' };
      assert.deepEqual((await sesiones.find('s1'))?.sesion, sesion(seen));
    });

    test('no session begins with a password that was changed meanwhile', async (store) => {
      const { usuarios, sesiones, auditoria } = store;
      await createWithPassword(store);
      await usuarios.changePassword(ANA.id, CLAVE, 'c2', auditEntry());
      assert.equal(await signIn(store), false);
      assert.deepEqual(await sesiones.list(ANA.id), []);
      assert.equal((await usuarios.get(ANA.id))?.ultimoAccesoMs, null);
      assert.equal((await auditoria.list(null, 10)).length, 3);
      assert.equal(await signIn(store, {}, { clave: 'c2' }), true);
    });

    test('one session ends alone, or all of a user end together', async (store) => {
      const { sesiones, auditoria } = store;
      await createWithPassword(store);
      const other = { ...ANA, id: 'usr_2', email: 'b@b.example' };
      await createWithPassword(store, other, { ...SETUP, hash: 'h2' });
      for (const [i, hash] of ['s1', 's2', 's3'].entries()) {
        await signIn(store, { hash, creadaMs: NOW_MS + i });
      }
      await signIn(store, { hash: 's4', usuarioId: other.id });
      const hashes = async (id: string) => (await sesiones.list(id)).map(({ hash }) => hash);
      assert.deepEqual(await hashes(ANA.id), ['s3', 's2', 's1']);
      assert.equal(await sesiones.end('s2', auditEntry()), true);
      assert.equal(await sesiones.end('s2', auditEntry()), false);
      assert.deepEqual(await hashes(ANA.id), ['s3', 's1']);
      assert.equal(await sesiones.endAll(ANA.id, auditEntry()), 2);
      assert.equal(await sesiones.endAll(ANA.id, auditEntry()), 0);
      assert.deepEqual(await hashes(other.id), ['s4']);
      assert.equal((await auditoria.list(null, 20)).length, 10);
    });

    test('signing in deletes stale sessions of all users', async (store) => {
      const { sesiones } = store;
      await createWithPassword(store);
      await signIn(store, { hash: 'old', creadaMs: 10, vistaMs: NOW_MS });
      await signIn(store, { hash: 'idle', creadaMs: NOW_MS, vistaMs: 10 });
      await signIn(store, { hash: 'good' });
      await signIn(store, { hash: 'new' }, { stale: { creadaMs: 11, vistaMs: 11 } });
      const hashes = (await sesiones.list(ANA.id)).map(({ hash }) => hash);
      assert.deepEqual(hashes.toSorted(), ['good', 'new']);
    });
  });

  describe(`${engine.name}: attempts to sign in`, () => {
    const bucket = (clave: string, limit: number) => ({ clave, limit, windowMs: 1_000 });

    test('a full bucket refuses until its oldest attempt leaves the window', async (store) => {
      const { intentos } = store;
      const take = (nowMs: number) => intentos.take([bucket('a', 2)], nowMs);
      const free = { waitMs: 0, clave: null };
      assert.deepEqual(await take(0), free);
      assert.deepEqual(await take(400), free);
      assert.deepEqual(await take(500), { waitMs: 500, clave: 'a' });
      assert.deepEqual(await take(999), { waitMs: 1, clave: 'a' });
      assert.deepEqual(await take(1_000), free);
      assert.deepEqual(await take(1_001), { waitMs: 399, clave: 'a' });
      await intentos.clear(['a', 'nada']);
      assert.deepEqual(await take(1_002), free);
    });

    test('one full bucket refuses the attempt, and the others count nothing', async (store) => {
      const { intentos } = store;
      await intentos.take([bucket('z', 1)], 0);
      for (let i = 0; i < 3; i += 1) {
        assert.deepEqual(await intentos.take([bucket('z', 1), bucket('b', 1)], 100), {
          waitMs: 900,
          clave: 'z',
        });
      }
      assert.equal((await intentos.take([bucket('b', 1)], 100)).waitMs, 0);
    });

    test('a sweep deletes what no longer counts', async (store) => {
      const { intentos } = store;
      await intentos.take([bucket('old', 1)], 0);
      await intentos.take([bucket('new', 1)], 800);
      await intentos.sweep(1_500);
      // A clock that is behind would still see the old attempt.
      assert.equal((await intentos.take([bucket('old', 1)], 900)).waitMs, 0);
      assert.equal((await intentos.take([bucket('new', 1)], 900)).clave, 'new');
    });

    test('simultaneous attempts in two processes share one count', async (store, { another }) => {
      const stores = [store, await another()];
      const taken = await Promise.all(
        Array.from({ length: 20 }, (_, i) =>
          stores[i % 2]?.intentos.take([bucket('b', 7), bucket('a', 50)], 5),
        ),
      );
      assert.equal(taken.filter((each) => each?.waitMs === 0).length, 7);
    });
  });
};
