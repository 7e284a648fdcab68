import type { AdminDeps } from '../../src/admin/deps.ts';
import { makeLlaves } from '../../src/admin/llaves.ts';
import { makePasswords } from '../../src/admin/passwords.ts';
import { sha256Hex } from '../../src/admin/secrets.ts';
import { makeUsuarios } from '../../src/admin/usuarios.ts';
import { ALCANCES, type Alcance } from '../../src/contract/alcances.ts';
import { RATE_LIMIT } from '../../src/domain/sliding-window.ts';
import type { UsuarioDetalle } from '../../src/storage/port/panel.ts';
import { HOUSES, type HouseName } from './houses.ts';

/** Who may sign in to the panel. */
export const PEOPLE = ['operator', 'a', 'b'] as const;
export type Person = (typeof PEOPLE)[number];

/** Fewer than the limit: a case may ask several times. */
const USES_MAX = RATE_LIMIT - 25;
const SESSION_BYTES = 32;

/**
 * Keys and sessions, as many as are asked for: a key is worth sixty requests a minute, and whoever ends
 * a session by accident has to be let in again.
 */
export interface Callers {
  /** A key with uses left: of one scope, or of all. */
  token(house: HouseName, scope?: Alcance): Promise<string>;
  /** Id of some key of a house. */
  keyId(house: HouseName): Promise<string>;
  revoked: string;
  /** A session token, for the cookie. */
  session(person: Person): Promise<string>;
}

export const makeCallers = async (deps: AdminDeps): Promise<Callers> => {
  const { store, clock, randomBytes } = deps;
  const llaves = makeLlaves(deps);
  const minted = new Map<string, { token: string; uses: number }>();

  const mint = async (house: HouseName, alcances: readonly Alcance[]) => {
    const { id, mark } = HOUSES[house];
    const input = { restauranteId: id, nombre: mark, alcances, expiraMs: null };
    const made = await llaves.create({ ...input, etiqueta: 'live' }, mark);
    if (made.outcome !== 'created') throw new Error(made.outcome);
    return made;
  };

  const users = new Map<Person, UsuarioDetalle>();
  const usuarios = makeUsuarios(deps);
  const clave = await makePasswords(randomBytes).hash('tortilla con cebolla');
  for (const person of PEOPLE) {
    const restauranteId = person === 'operator' ? null : HOUSES[person].id;
    const domain = person === 'operator' ? 'comanda' : HOUSES[person].mark.toLowerCase();
    const email = `${person}@${domain}.example`;
    const made = await usuarios.create({ email, restauranteId }, 'fuzz');
    if (made.outcome !== 'created') throw new Error(made.outcome);
    const audit = {
      ...{ momentoMs: clock.now(), actor: 'fuzz', accion: 'usuario.clave_elegida' },
      ...{ objeto: made.usuario.id, restauranteId, detalle: {} },
    };
    await store.usuarios.redeemSetup(sha256Hex(made.setupToken), clock.now(), clave, audit);
    const found = await store.usuarios.findByEmail(email);
    if (found === null) throw new Error(`no user ${email}`);
    users.set(person, found.usuario);
  }

  const { llave, token: revoked } = await mint('a', ALCANCES);
  await llaves.revoke(llave.id, 'fuzz');

  return {
    revoked,
    keyId: async (house) => (await mint(house, ALCANCES)).llave.id,
    async token(house, scope) {
      const name = `${house} ${scope ?? 'all'}`;
      let entry = minted.get(name);
      if (entry === undefined || entry.uses >= USES_MAX) {
        const { token } = await mint(house, scope === undefined ? ALCANCES : [scope]);
        entry = { token, uses: 0 };
        minted.set(name, entry);
      }
      entry.uses += 1;
      return entry.token;
    },
    async session(person) {
      const usuario = users.get(person);
      if (usuario === undefined) throw new Error(`nobody is ${person}`);
      const audit = {
        ...{ momentoMs: clock.now(), actor: 'fuzz', accion: 'sesion.iniciada' },
        ...{ objeto: usuario.id, restauranteId: usuario.restauranteId, detalle: {} },
      };
      const token = Buffer.from(randomBytes(SESSION_BYTES)).toString('base64url');
      const nowMs = clock.now();
      await store.sesiones.create(
        {
          ...{ hash: sha256Hex(token), usuarioId: usuario.id, creadaMs: nowMs, vistaMs: nowMs },
          agente: 'fuzz',
        },
        { creadaMs: 0, vistaMs: 0 },
        audit,
      );
      return token;
    },
  };
};
