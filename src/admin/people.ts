import type { Mail } from '../mail/mail.ts';
import { makeAcceso } from './acceso.ts';
import type { AdminDeps } from './deps.ts';
import { makeFactores, type SecretBox } from './factores/factores.ts';
import { makePantallas } from './pantallas.ts';
import { makePasswords } from './passwords.ts';
import { makePersonas } from './personas.ts';

interface PeopleDeps extends AdminDeps {
  publicUrl: string;
  secretBox: SecretBox;
  mail: Pick<Mail, 'isOn' | 'send'>;
}

/** Signing in, the people of restaurants, and the screens that they put up. */
export const makePeople = (deps: PeopleDeps) => {
  const passwords = makePasswords(deps.randomBytes);
  const factores = makeFactores(deps);
  return {
    factores,
    acceso: makeAcceso({ ...deps, passwords, factores }),
    pantallas: makePantallas(deps),
    personas: makePersonas({ ...deps, passwords }),
  };
};
