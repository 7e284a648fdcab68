import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Value } from 'typebox/value';
import { makeCuentas } from '../../src/admin/cuentas.ts';
import { Restaurante } from '../../src/contract/recursos/restaurante.ts';
import { NOW_MS, RESTAURANTE_ID, sampleRestaurante } from '../support/samples.ts';
import { ACTOR, openAdminStore } from './admin-store.ts';

it('suspends and resumes, with an audit entry for each change and none for no change', async (t) => {
  const { deps, store } = await openAdminStore(t);
  const cuentas = makeCuentas(deps);
  const isActive = async () => (await store.cuentas.find(RESTAURANTE_ID))?.cuenta.activo;

  assert.equal((await cuentas.resume(RESTAURANTE_ID, ACTOR)).outcome, 'unchanged');
  assert.equal((await cuentas.suspend(RESTAURANTE_ID, ACTOR)).outcome, 'done');
  assert.equal(await isActive(), false);
  assert.equal((await cuentas.suspend(RESTAURANTE_ID, ACTOR)).outcome, 'unchanged');
  assert.equal((await cuentas.resume(RESTAURANTE_ID, ACTOR)).outcome, 'done');
  assert.equal(await isActive(), true);
  assert.equal((await cuentas.suspend('rest_nadie', ACTOR)).outcome, 'not_found');

  const entry = {
    momentoMs: NOW_MS,
    actor: ACTOR,
    objeto: RESTAURANTE_ID,
    restauranteId: RESTAURANTE_ID,
    detalle: {},
  };
  assert.deepEqual(await store.auditoria.list(null, 10), [
    { ...entry, id: 2, accion: 'restaurante.reanudado' },
    { ...entry, id: 1, accion: 'restaurante.suspendido' },
  ]);
});

it('lists every account, whatever the page size', async (t) => {
  const { deps, store } = await openAdminStore(t);
  for (let i = 0; i < 501; i += 1) {
    await store.cuentas.save(sampleRestaurante({ id: `rest_${i}`, slug: `r${i}` }), {});
  }
  const ids = (await Array.fromAsync(makeCuentas(deps).list())).map(({ id }) => id);
  assert.equal(ids.length, 502);
  assert.equal(new Set(ids).size, 502);
});

it('creates restaurants that take orders, and explains refusals', async (t) => {
  const { deps, store } = await openAdminStore(t);
  const { create } = makeCuentas(deps);
  const given = {
    nombre: ' Casa Ñoña & Co. ',
    zonaHoraria: 'Europe/Madrid',
    moneda: 'EUR',
    ingesta: true,
  };
  const made = await create(given, ACTOR);
  assert.ok(made.outcome === 'created');
  assert.partialDeepStrictEqual(made.cuenta, {
    nombre: 'Casa Ñoña & Co.',
    slug: 'casa-nona-co',
    activo: true,
    ingesta: true,
    corte: 5,
  });
  const perfil = (await store.cuentas.find(made.cuenta.id))?.perfil;
  const stored: unknown = JSON.parse(Buffer.from(perfil ?? '').toString());
  assert.ok(Value.Check(Restaurante, stored));
  assert.partialDeepStrictEqual(await store.auditoria.list(null, 10), [
    {
      accion: 'restaurante.creado',
      objeto: made.cuenta.id,
      detalle: { nombre: 'Casa Ñoña & Co.' },
    },
  ]);
  const outcome = async (change: object) => (await create({ ...given, ...change }, ACTOR)).outcome;
  assert.equal(await outcome({ id: made.cuenta.id }), 'id_taken');
  assert.equal(await outcome({ zonaHoraria: 'Madrid' }), 'invalid_zone');
  assert.equal(await outcome({ nombre: '  ' }), 'invalid_name');
  assert.equal((await store.auditoria.list(null, 10)).length, 1);
});
