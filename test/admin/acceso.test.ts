import assert from 'node:assert/strict';
import { it } from 'node:test';
import { makeAcceso } from '../../src/admin/acceso.ts';
import { makeFactores } from '../../src/admin/factores/factores.ts';
import { makePasswords } from '../../src/admin/passwords.ts';
import { makeUsuarios } from '../../src/admin/usuarios.ts';
import { makeSecretBox } from '../../src/webhooks/secret-box.ts';
import { placeIn } from '../support/values/place-in.ts';
import { ACTOR, openAdminStore } from './admin-store.ts';

const EMAIL = 'ana@pepa.example';
const [OLD, NEW] = ['tortilla con cebolla', 'tortilla sin cebolla'];
const MAIL_OFF = { publicUrl: '', mail: { isOn: false, send: async () => undefined } };
const VISITOR = { address: '192.0.2.1', agente: 'Firefox', origin: null };

it('a sign-in that is still checking the old password when it is changed opens no session', async (t) => {
  const { deps, store } = await openAdminStore(t);
  const passwords = makePasswords(deps.randomBytes);
  const secretBox = makeSecretBox(['una llave de pruebas'], deps.randomBytes);
  const factores = makeFactores({ ...deps, secretBox });
  const acceso = makeAcceso({ ...deps, ...MAIL_OFF, passwords, factores });
  const made = await makeUsuarios(deps).create({ email: EMAIL, ...placeIn(null) }, ACTOR);
  assert.equal(made.outcome, 'created');
  await acceso.redeemSetup({ token: made.setupToken, clave: OLD }, VISITOR);

  const slow = makeAcceso({
    ...deps,
    ...MAIL_OFF,
    factores,
    passwords: {
      ...passwords,
      async verify(clave, stored) {
        const isRight = await passwords.verify(clave, stored);
        const change = { actual: OLD, nueva: NEW };
        const changed = await acceso.changePassword(made.usuario, change, VISITOR);
        assert.equal(changed.outcome, 'entered');
        return isRight;
      },
    },
  });
  const late = await slow.signIn({ email: EMAIL, clave: OLD }, VISITOR);
  assert.equal(late.outcome, 'refused');
  assert.equal((await store.sesiones.list(made.usuario.id)).length, 1);
});

it('refused sign-ins are one entry for each account, network and hour, never with the text that was typed', async (t) => {
  const { deps, store, wait } = await openAdminStore(t);
  const factores = makeFactores({
    ...deps,
    secretBox: makeSecretBox(['una llave de pruebas'], deps.randomBytes),
  });
  const acceso = makeAcceso({
    ...deps,
    ...MAIL_OFF,
    factores,
    passwords: makePasswords(deps.randomBytes),
  });
  const made = await makeUsuarios(deps).create({ email: EMAIL, ...placeIn(null) }, ACTOR);
  assert.equal(made.outcome, 'created');
  const wrong = { email: EMAIL, clave: NEW };
  for (const address of ['192.0.2.1', '192.0.2.200', '2001:db8:1:2::/64', '2001:db8:1:3::/64']) {
    await acceso.signIn(wrong, { ...VISITOR, address });
  }
  await acceso.signIn({ email: OLD, clave: NEW }, VISITOR);
  wait(3_600_000);
  await acceso.signIn(wrong, VISITOR);
  const entries = await store.auditoria.since({ momentoMs: 0, id: 0 }, 'red', 10);
  const { id } = made.usuario;
  assert.deepEqual(
    entries.map(({ actor, objeto, detalle }) => [actor, objeto, detalle['veces']]),
    [
      ['red:192.0.2.0/24', id, 2],
      ['red:2001:db8:1::/48', id, 2],
      ['red:192.0.2.0/24', 'desconocida', 1],
      ['red:192.0.2.0/24', id, 1],
    ],
  );
  assert.ok(!JSON.stringify(entries).includes(OLD));
});
