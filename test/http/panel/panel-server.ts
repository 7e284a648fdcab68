import type { AdminDeps } from '../../../src/admin/deps.ts';
import { makePasswords } from '../../../src/admin/passwords.ts';
import { sha256Hex } from '../../../src/admin/secrets.ts';
import { makeUsuarios } from '../../../src/admin/usuarios.ts';
import { auditEntry } from '../../storage/conformance/harness.ts';
import { RESTAURANTE_ID, sampleRestaurante, seededRandomBytes } from '../../support/samples.ts';
import type { Cleanup } from '../../support/service.ts';
import { placeIn } from '../../support/values/place-in.ts';
import { type Door, type DoorOptions, openDoor } from '../api/door.ts';
import { type Browser, makeBrowser } from './browser.ts';

export const OTHER_ID = 'rest_bar_lola';
export const PASSWORD = 'tortilla con cebolla';
export const EMAIL = {
  operator: 'olga@comanda.example',
  ana: 'ana@pepa.example',
  lola: 'lola@bar.example',
} as const;
type Person = keyof typeof EMAIL;

const RESTAURANT_OF: Record<Person, string | null> = {
  operator: null,
  ana: RESTAURANTE_ID,
  lola: OTHER_ID,
};

export interface PanelServer extends Door {
  /** A browser without a session. */
  browser(): Browser;
  /** A browser in which this person is signed in. */
  as(person: Person): Promise<Browser>;
}

/** Starts the panel alone, with two restaurants, a user of each, an operator, and a test clock. */
export const startPanelServer = async (
  t: Cleanup,
  { publicUrl = 'http://panel.example', ...options }: DoorOptions = {},
): Promise<PanelServer> => {
  const door = await openDoor(t, { publicUrl, ...options });
  await createUsers(door.deps);
  const browser = () => makeBrowser(door.publicUrl, new URL(publicUrl).origin);
  return {
    ...door,
    browser,
    async as(person) {
      const signedIn = browser();
      const { status } = await signedIn.signIn(EMAIL[person], PASSWORD);
      if (status !== 200) throw new Error(`${person} cannot sign in: ${status}`);
      return signedIn;
    },
  };
};

/** Like `startPanelServer`, with a browser in which Ana is signed in. */
export const startPanelWithAna = async (
  t: Cleanup,
  options?: DoorOptions,
): Promise<PanelServer & { ana: Browser }> => {
  const server = await startPanelServer(t, options);
  return { ...server, ana: await server.as('ana') };
};

/** Hashed once for all tests: hashing is slow on purpose. */
const HASHED = makePasswords(seededRandomBytes(1)).hash(PASSWORD);

/** Creates a user with the password of all test users. */
export const createUser = async (
  deps: AdminDeps,
  email: string,
  place: ReturnType<typeof placeIn>,
): Promise<void> => {
  const made = await makeUsuarios(deps).create({ email, ...place }, 'pruebas');
  if (made.outcome !== 'created') throw new Error(made.outcome);
  const restauranteId = place.puestos[0]?.restauranteId ?? null;
  const audit = auditEntry({ accion: 'usuario.clave_elegida', restauranteId });
  const hash = sha256Hex(made.setupToken);
  await deps.store.usuarios.redeemSetup(hash, deps.clock.now(), await HASHED, audit);
};

const createUsers = async (deps: AdminDeps): Promise<void> => {
  const lola = sampleRestaurante({ id: OTHER_ID, slug: 'bar-lola', nombre: 'Bar Lola' });
  await deps.store.cuentas.save(lola, { activo: true, ingesta: true });
  for (const person of Object.keys(EMAIL) as Person[]) {
    await createUser(deps, EMAIL[person], placeIn(RESTAURANT_OF[person]));
  }
};
