import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { MINUTE_MS } from '../../../src/domain/time.ts';
import type { Usuario } from '../../../src/storage/port/panel.ts';
import { PANTALLAS_MAX, type Pantalla } from '../../../src/storage/port/pantallas.ts';
import type { Store } from '../../../src/storage/port/store.ts';
import { column } from '../../support/columns.ts';
import { NOW_MS, RESTAURANTE_ID, sampleRestaurante } from '../../support/samples.ts';
import { auditEntry, type Engine, testOn } from './harness.ts';

const OTHER_ID = 'rest_bar_lola';
const ANA: Usuario = {
  id: 'usr_ana',
  email: 'ana@pepa.example',
  operador: false,
  creadoMs: NOW_MS,
};
const SCREEN: Omit<Pantalla, 'creador'> = {
  id: 'pan_1',
  restauranteId: RESTAURANTE_ID,
  usuarioId: ANA.id,
  nombre: 'Barra',
  clase: 'cocina',
  creadaMs: NOW_MS,
  vistaMs: null,
};
const STORED = { ...SCREEN, creador: ANA.email };

const withAna = async ({ usuarios, cuentas }: Store): Promise<void> => {
  await usuarios.create(
    ANA,
    [{ restauranteId: RESTAURANTE_ID, rol: 'propietaria' }],
    { hash: 'alta', expiraMs: NOW_MS + MINUTE_MS },
    auditEntry(),
  );
  await cuentas.save(sampleRestaurante({ id: OTHER_ID, slug: 'lola' }), { activo: true });
};
const make = ({ pantallas }: Store, overrides: Partial<Pantalla> = {}) =>
  pantallas.create(
    { ...SCREEN, ...overrides },
    `hash of ${overrides.id ?? SCREEN.id}`,
    auditEntry({ accion: 'pantalla.creada' }),
  );

export const screenConformance = (engine: Engine): void => {
  const test = testOn(engine);
  describe(`${engine.name}: screens`, () => {
    test('are found by id and listed newest first, each with its own restaurant', async (store) => {
      await withAna(store);
      const { pantallas, cuentas } = store;
      assert.equal(await make(store), 'created');
      const other = { id: 'pan_2', restauranteId: OTHER_ID, creadaMs: NOW_MS + 1 };
      assert.equal(await make(store, other), 'created');
      assert.deepEqual(await pantallas.list(RESTAURANTE_ID), [STORED]);
      assert.deepEqual(column(await pantallas.list(null), 'id'), ['pan_2', 'pan_1']);
      await cuentas.setActive(OTHER_ID, false, auditEntry());
      assert.deepEqual(
        await pantallas.find(['pan_1', 'pan_2', 'pan_nadie']),
        new Map([
          ['pan_1', { pantalla: STORED, hash: 'hash of pan_1', activo: true }],
          ['pan_2', { pantalla: { ...STORED, ...other }, hash: 'hash of pan_2', activo: false }],
        ]),
      );
      assert.deepEqual(await pantallas.find([]), new Map());
    });

    test('need a restaurant and a user who is not shut out, and are bounded', async (store) => {
      await withAna(store);
      assert.equal(await make(store, { restauranteId: 'rest_nadie' }), 'no_restaurant');
      assert.equal(await make(store, { usuarioId: 'usr_nadie' }), 'no_user');
      const ids = Array.from({ length: PANTALLAS_MAX + 1 }, (_, i) => `pan_${i}`);
      const outcomes = await Promise.all(ids.map((id) => make(store, { id })));
      const created = Array<string>(PANTALLAS_MAX).fill('created');
      assert.deepEqual(outcomes.toSorted(), [...created, 'too_many']);
      const audited = column(await store.auditoria.list(null, 100), 'accion');
      assert.deepEqual(audited, [...created.map(() => 'pantalla.creada'), 'probado']);
    });

    test('are revoked once, and another process knows at once', async (store, bench) => {
      await withAna(store);
      await make(store);
      const another = await bench.another();
      assert.equal((await another.pantallas.find(['pan_1'])).size, 1);
      assert.equal(await store.pantallas.revoke('pan_1', auditEntry()), true);
      assert.equal(await store.pantallas.revoke('pan_1', auditEntry()), false);
      assert.equal((await another.pantallas.find(['pan_1'])).size, 0);
    });

    test('end with the user who made them, each with an audit entry', async (store) => {
      await withAna(store);
      await make(store);
      const accion = 'usuario.desactivado';
      await store.usuarios.setDisabled(ANA.id, NOW_MS, auditEntry({ accion, actor: 'olga' }));
      assert.deepEqual(await store.pantallas.list(null), []);
      const [entry] = await store.auditoria.list(RESTAURANTE_ID, 1);
      assert.partialDeepStrictEqual(entry, {
        accion: 'pantalla.revocada',
        actor: 'olga',
        objeto: 'pan_1',
        detalle: { nombre: 'Barra', motivo: accion },
      });
      assert.equal(await make(store), 'no_user');
      await store.usuarios.setDisabled(ANA.id, null, auditEntry());
      assert.deepEqual(await store.pantallas.list(null), []);
    });

    test('keep the latest time at which any process has seen them', async (store) => {
      await withAna(store);
      await make(store);
      const seen = async () => (await store.pantallas.list(null))[0]?.vistaMs;
      await store.pantallas.touch(new Map([['pan_1', NOW_MS + 5]]));
      await store.pantallas.touch(
        new Map([
          ['pan_nadie', NOW_MS + 9],
          ['pan_1', NOW_MS + 3],
        ]),
      );
      assert.equal(await seen(), NOW_MS + 5);
    });
  });
};
