import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { makeLlaves } from '../../src/admin/llaves.ts';
import { sha256Hex } from '../../src/admin/secrets.ts';
import { TOKEN_PATTERN } from '../../src/contract/ids.ts';
import { estadoLlave } from '../../src/domain/llave.ts';
import { HOUR_MS } from '../../src/domain/time.ts';
import { NOW_MS, RESTAURANTE_ID } from '../support/samples.ts';
import { ACTOR, openAdminStore } from './admin-store.ts';

const INPUT = {
  restauranteId: RESTAURANTE_ID,
  nombre: 'BI',
  etiqueta: 'live',
  alcances: ['pedidos.leer', 'carta.leer'],
  expiraMs: null,
} as const;

const openLlaves = async (t: TestContext) => {
  const admin = await openAdminStore(t);
  const llaves = makeLlaves(admin.deps);
  const created = async (expiraMs: number | null = null) => {
    const result = await llaves.create({ ...INPUT, expiraMs }, ACTOR);
    assert.equal(result.outcome, 'created');
    return result;
  };
  return { ...admin, llaves, created };
};

describe('creating a key', () => {
  it('gives a token of which only the hash is stored', async (t) => {
    const { store, llaves } = await openLlaves(t);
    const result = await llaves.create(INPUT, ACTOR);
    assert.equal(result.outcome, 'created');
    const { token, llave } = result;
    assert.match(token, TOKEN_PATTERN);
    assert.match(token, /^svc_live_/);
    assert.equal(llave.pista, token.slice(-4));
    assert.equal(llave.creador, ACTOR);
    assert.equal(llave.creadaMs, NOW_MS);
    assert.deepEqual(await store.llaves.findByHash(sha256Hex(token)), { llave, activo: true });
    assert.doesNotMatch(JSON.stringify(await llaves.list(null)), new RegExp(token));
  });

  it('leaves an audit entry without the token', async (t) => {
    const { store, created } = await openLlaves(t);
    const { llave, token } = await created();
    const [entry] = await store.auditoria.list(RESTAURANTE_ID, 10);
    assert.equal(entry?.accion, 'llave.creada');
    assert.equal(entry.actor, ACTOR);
    assert.equal(entry.objeto, llave.id);
    assert.equal(entry.momentoMs, NOW_MS);
    assert.doesNotMatch(JSON.stringify(entry), new RegExp(token));
  });

  it('names each scope once', async (t) => {
    const { llaves } = await openLlaves(t);
    const alcances = ['carta.leer', 'carta.leer'] as const;
    const result = await llaves.create({ ...INPUT, etiqueta: 'test', alcances }, ACTOR);
    assert.equal(result.outcome, 'created');
    assert.deepEqual(result.llave.alcances, ['carta.leer']);
    assert.match(result.token, /^svc_test_/);
  });

  it('refuses an unknown restaurant, an empty list of scopes, and an expiry in the past', async (t) => {
    const { llaves, store } = await openLlaves(t);
    const refused = async (change: object) =>
      (await llaves.create({ ...INPUT, ...change }, ACTOR)).outcome;
    assert.equal(await refused({ restauranteId: 'rest_nadie' }), 'no_restaurant');
    assert.equal(await refused({ alcances: [] }), 'no_scopes');
    assert.equal(await refused({ expiraMs: NOW_MS }), 'expires_in_past');
    assert.deepEqual(await llaves.list(null), []);
    assert.deepEqual(await store.auditoria.list(null, 10), []);
  });
});

describe('revoking a key', () => {
  it('ends it once, with one audit entry', async (t) => {
    const { llaves, created, store, clock } = await openLlaves(t);
    const { llave } = await created();
    assert.equal((await llaves.revoke(llave.id, ACTOR)).outcome, 'revoked');
    assert.equal((await llaves.revoke(llave.id, ACTOR)).outcome, 'already_revoked');
    assert.equal((await llaves.revoke('llv_nada', ACTOR)).outcome, 'not_found');
    const [kept] = await llaves.list(RESTAURANTE_ID);
    assert.ok(kept);
    assert.equal(estadoLlave(kept, clock.now()), 'revocada');
    const acciones = (await store.auditoria.list(null, 10)).map(({ accion }) => accion);
    assert.deepEqual(acciones, ['llave.revocada', 'llave.creada']);
  });
});

describe('rotating a key', () => {
  it('gives a successor of the same kind, and the old one a grace', async (t) => {
    const { llaves, created, store, wait, clock } = await openLlaves(t);
    const { llave: old } = await created();
    wait(HOUR_MS);
    const result = await llaves.rotate({ id: old.id, graceMs: 2 * HOUR_MS }, 'cli:otra');
    assert.equal(result.outcome, 'rotated');
    const { llave } = result;
    assert.notEqual(llave.id, old.id);
    assert.deepEqual(
      [llave.nombre, llave.alcances, llave.etiqueta, llave.expiraMs, llave.creador],
      [old.nombre, old.alcances, old.etiqueta, null, 'cli:otra'],
    );
    assert.equal(result.anteriorExpiraMs, NOW_MS + 3 * HOUR_MS);

    const during = await store.llaves.get(old.id);
    assert.ok(during);
    assert.equal(estadoLlave(during, clock.now()), 'activa');
    wait(2 * HOUR_MS);
    assert.equal(estadoLlave(during, clock.now()), 'expirada');
    assert.equal(estadoLlave(llave, clock.now()), 'activa');
    const [entry] = await store.auditoria.list(null, 1);
    assert.equal(entry?.accion, 'llave.rotada');
    assert.equal(entry.objeto, old.id);
    assert.equal(entry.detalle['sucesora'], llave.id);
  });

  it('keeps the expiry of the old key unless another one is given', async (t) => {
    const { llaves, created } = await openLlaves(t);
    const ends = NOW_MS + 100 * HOUR_MS;
    const { llave: one } = await created(ends);
    const kept = await llaves.rotate({ id: one.id, graceMs: HOUR_MS }, ACTOR);
    assert.equal(kept.outcome, 'rotated');
    assert.equal(kept.llave.expiraMs, ends);
    const { llave: other } = await created(ends);
    const freed = await llaves.rotate({ id: other.id, graceMs: HOUR_MS, expiraMs: null }, ACTOR);
    assert.equal(freed.outcome, 'rotated');
    assert.equal(freed.llave.expiraMs, null);
  });

  it('makes one successor, however many ask at once', async (t) => {
    const { llaves, created } = await openLlaves(t);
    const { llave } = await created();
    const rotate = () => llaves.rotate({ id: llave.id, graceMs: HOUR_MS }, ACTOR);
    const outcomes = (await Promise.all([rotate(), rotate()])).map(({ outcome }) => outcome);
    assert.deepEqual(outcomes.toSorted(), ['needs_expiry', 'rotated']);
    assert.equal((await llaves.list(RESTAURANTE_ID)).length, 2);
  });

  it('requires an expiry when the old key expires within the grace, as a rotated key does', async (t) => {
    const { llaves, created } = await openLlaves(t);
    const { llave } = await created();
    await llaves.rotate({ id: llave.id, graceMs: HOUR_MS }, ACTOR);
    const again = await llaves.rotate({ id: llave.id, graceMs: HOUR_MS }, ACTOR);
    assert.deepEqual(again, { outcome: 'needs_expiry', expiraMs: NOW_MS + HOUR_MS });
    const told = await llaves.rotate({ id: llave.id, graceMs: HOUR_MS, expiraMs: null }, ACTOR);
    assert.equal(told.outcome, 'rotated');
  });

  it('refuses an unknown, revoked or expired key', async (t) => {
    const { llaves, created, wait } = await openLlaves(t);
    const rotate = (id: string, expiraMs?: number) =>
      llaves.rotate({ id, graceMs: 0, expiraMs }, ACTOR);
    assert.deepEqual(await rotate('llv_nada'), { outcome: 'not_found' });
    const { llave: revoked } = await created();
    assert.deepEqual(await rotate(revoked.id, NOW_MS - 1), { outcome: 'expires_in_past' });
    await llaves.revoke(revoked.id, ACTOR);
    assert.deepEqual(await rotate(revoked.id), { outcome: 'not_active', estado: 'revocada' });
    const { llave: expired } = await created(NOW_MS + HOUR_MS);
    wait(HOUR_MS);
    assert.deepEqual(await rotate(expired.id), { outcome: 'not_active', estado: 'expirada' });
  });
});
