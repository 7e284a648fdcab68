import type { AdminDeps } from '../../src/admin/deps.ts';
import { makeLlaves } from '../../src/admin/llaves.ts';
import { makePasswords } from '../../src/admin/passwords.ts';
import { sha256Hex } from '../../src/admin/secrets.ts';
import { makeUsuarios } from '../../src/admin/usuarios.ts';
import { ALCANCES, type Alcance } from '../../src/contract/alcances.ts';
import { RATE_LIMIT } from '../../src/domain/sliding-window.ts';
import type { UsuarioDetalle } from '../../src/storage/port/panel.ts';
import { auditEntry } from '../storage/conformance/harness.ts';
import { placeIn } from '../support/values/place-in.ts';
import { RESTAURANTS, type RestaurantName } from './restaurants.ts';

/** Users of the panel. */
export const PEOPLE = ['operator', 'a', 'b'] as const;
export type Person = (typeof PEOPLE)[number];

/** Uses of a key; below the limit, because a case may send several requests. */
const USES_MAX = RATE_LIMIT - 25;
const SESSION_BYTES = 32;

/** Replaces keys and sessions when they are used up: a key allows 60 requests a minute, and a case may end a session. */
export interface Credentials {
  /** A key with uses left: of one scope, or of all. */
  token(restaurant: RestaurantName, scope?: Alcance): Promise<string>;
  /** The id of any key of a restaurant. */
  keyId(restaurant: RestaurantName): Promise<string>;
  revoked: string;
  /** A session token, for the cookie. */
  session(person: Person): Promise<string>;
}

export const makeCredentials = async (deps: AdminDeps): Promise<Credentials> => {
  const { store, clock, randomBytes } = deps;
  const llaves = makeLlaves(deps, Number.MAX_SAFE_INTEGER);
  const minted = new Map<string, { token: string; uses: number }>();

  const mint = async (restaurant: RestaurantName, alcances: readonly Alcance[]) => {
    const { id, mark } = RESTAURANTS[restaurant];
    const input = { restauranteId: id, nombre: mark, alcances, expiraMs: null };
    const made = await llaves.create({ ...input, etiqueta: 'live' }, mark);
    if (made.outcome !== 'created') throw new Error(made.outcome);
    return made;
  };

  const users = new Map<Person, UsuarioDetalle>();
  const usuarios = makeUsuarios(deps);
  const clave = await makePasswords(randomBytes).hash('tortilla con cebolla');
  for (const person of PEOPLE) {
    const restauranteId = person === 'operator' ? null : RESTAURANTS[person].id;
    const domain = person === 'operator' ? 'comanda' : RESTAURANTS[person].mark.toLowerCase();
    const email = `${person}@${domain}.example`;
    const made = await usuarios.create({ email, ...placeIn(restauranteId) }, 'fuzz');
    if (made.outcome !== 'created') throw new Error(made.outcome);
    const audit = auditEntry({ accion: 'usuario.clave_elegida', restauranteId });
    await store.usuarios.redeemSetup(sha256Hex(made.setupToken), clock.now(), clave, audit);
    const found = await store.usuarios.findByEmail(email);
    if (found === null) throw new Error(`no user ${email}`);
    users.set(person, found.usuario);
  }

  const { llave, token: revoked } = await mint('a', ALCANCES);
  await llaves.revoke(llave.id, 'fuzz');

  return {
    revoked,
    keyId: async (restaurant) => (await mint(restaurant, ALCANCES)).llave.id,
    async token(restaurant, scope) {
      const name = `${restaurant} ${scope ?? 'all'}`;
      let entry = minted.get(name);
      if (entry === undefined || entry.uses >= USES_MAX) {
        const { token } = await mint(restaurant, scope === undefined ? ALCANCES : [scope]);
        entry = { token, uses: 0 };
        minted.set(name, entry);
      }
      entry.uses += 1;
      return entry.token;
    },
    async session(person) {
      const usuario = users.get(person);
      if (usuario === undefined) throw new Error(`nobody is ${person}`);
      const restauranteId = usuario.membresias[0]?.restauranteId ?? null;
      const audit = auditEntry({ accion: 'sesion.iniciada', restauranteId });
      const token = Buffer.from(randomBytes(SESSION_BYTES)).toString('base64url');
      const nowMs = clock.now();
      await store.sesiones.create(
        {
          hash: sha256Hex(token),
          usuarioId: usuario.id,
          creadaMs: nowMs,
          vistaMs: nowMs,
          agente: 'fuzz',
          red: 'fuzz',
        },
        clave,
        { creadaMs: 0, vistaMs: 0 },
        audit,
      );
      return token;
    },
  };
};
