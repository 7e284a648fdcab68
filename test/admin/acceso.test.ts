import assert from 'node:assert/strict';
import { it } from 'node:test';
import { makeAcceso } from '../../src/admin/acceso.ts';
import { makePasswords } from '../../src/admin/passwords.ts';
import { makeUsuarios } from '../../src/admin/usuarios.ts';
import { placeIn } from '../support/values/place-in.ts';
import { ACTOR, openAdminStore } from './admin-store.ts';

const EMAIL = 'ana@pepa.example';
const [OLD, NEW] = ['tortilla con cebolla', 'tortilla sin cebolla'];
const VISITOR = { address: '192.0.2.1', agente: 'Firefox' };

it('a sign-in that is still checking the old password when it is changed opens no session', async (t) => {
  const { deps, store } = await openAdminStore(t);
  const passwords = makePasswords(deps.randomBytes);
  const acceso = makeAcceso({ ...deps, passwords });
  const made = await makeUsuarios(deps).create({ email: EMAIL, ...placeIn(null) }, ACTOR);
  assert.equal(made.outcome, 'created');
  await acceso.redeemSetup({ token: made.setupToken, clave: OLD }, VISITOR);

  const slow = makeAcceso({
    ...deps,
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
