import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { makeUsuarios, normalizeEmail, setupUrl } from '../../src/admin/usuarios.ts';
import { NOW_MS, RESTAURANTE_ID } from '../support/samples.ts';
import { placeIn } from '../support/values/place-in.ts';
import { ACTOR, openAdminStore } from './admin-store.ts';

describe('creating a user', () => {
  it('gives a setup token that works for 72 hours', async (t) => {
    const { deps, store } = await openAdminStore(t);
    const result = await makeUsuarios(deps).create(
      { email: ' Pepa@Example.COM ', ...placeIn(RESTAURANTE_ID) },
      ACTOR,
    );
    assert.equal(result.outcome, 'created');
    assert.equal(result.usuario.email, 'pepa@example.com');
    assert.match(result.setupToken, /^[\w-]{43}$/);
    assert.equal(result.setupExpiraMs, NOW_MS + 72 * 3_600_000);
    const [entry] = await store.auditoria.list(RESTAURANTE_ID, 10);
    assert.equal(entry?.accion, 'usuario.creado');
    assert.deepEqual(entry.detalle, { email: 'pepa@example.com' });
    assert.doesNotMatch(JSON.stringify(entry), new RegExp(result.setupToken));
  });

  it('refuses invalid input', async (t) => {
    const { deps } = await openAdminStore(t);
    const usuarios = makeUsuarios(deps);
    const outcome = async (email: string, restauranteId: string | null = null) =>
      (await usuarios.create({ email, ...placeIn(restauranteId) }, ACTOR)).outcome;
    assert.equal(await outcome('nobody'), 'invalid_email');
    assert.equal(await outcome('a@example.com', 'rest_nadie'), 'no_restaurant');
    assert.equal(await outcome('a@example.com'), 'created');
    assert.equal(await outcome('A@EXAMPLE.com'), 'email_taken');
  });
});

it('an e-mail address has one name and one domain', () => {
  for (const good of ['a@b.es', 'a.b+c@sub.example.co.uk', 'ñ@peñíscola.es', "o'brien@x-y.com"]) {
    assert.equal(normalizeEmail(good), good);
  }
  const bad = [
    '',
    'a',
    'a@b',
    '@b.es',
    'a@',
    'a@@b.es',
    'a b@c.es',
    'a@-b.es',
    'a@b..es',
    '<a@b.es>',
  ];
  for (const text of [...bad, `a@b.es\n`.concat('x'), 'a\u0000@b.es', `${'a'.repeat(65)}@b.es`]) {
    assert.equal(normalizeEmail(text), null, JSON.stringify(text));
  }
});

it('the link carries the token in the fragment, which no log sees', () => {
  assert.equal(setupUrl('https://x.example', 'tok'), 'https://x.example/panel/alta#tok');
});
