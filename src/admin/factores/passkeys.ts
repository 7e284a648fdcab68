import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import type { Passkey } from '../../storage/port/panel/factores.ts';

const NAME = 'Comanda';
/** Ed25519, P-256 and RSA: every device has one of them. */
const ALGORITHMS = [-8, -7, -257];
const IP_OR_NONE = /^\[|^[\d.]+$|^$/;

/** The domain that passkeys of an address belong to; null for an IP address, which has none. */
export const domainOf = (origin: string | null): string | null => {
  const host = origin === null ? '' : new URL(origin).hostname;
  return IP_OR_NONE.test(host) ? null : host;
};

const transportsOf = ({ transportes }: Passkey) => JSON.parse(transportes) as string[];
const described = (passkeys: readonly Passkey[]) =>
  passkeys.map((each) => ({ id: each.id, transports: transportsOf(each) }));

export const offerPasskey = (dominio: string, email: string, known: readonly Passkey[]) =>
  generateRegistrationOptions({
    rpName: NAME,
    rpID: dominio,
    userName: email,
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: described(known),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  });

export interface Asked {
  challenge: string;
  origin: string;
  dominio: string;
}

/** Null when the browser's answer is not one to this question. */
export const readPasskey = async (response: unknown, { challenge, origin, dominio }: Asked) => {
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: response as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: dominio,
      requireUserVerification: false,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (registrationInfo === undefined) return null;
    const { id, publicKey, counter, transports = [] } = registrationInfo.credential;
    const transportes = JSON.stringify(transports);
    return { id, dominio, clavePublica: publicKey, contador: counter, transportes };
  } catch {
    return null;
  }
};

export const askForPasskey = (dominio: string, known: readonly Passkey[]) =>
  generateAuthenticationOptions({
    rpID: dominio,
    allowCredentials: described(known),
    userVerification: 'preferred',
  });

/** The passkey that signed, with its new counter; null when the answer is not one to this question. */
export const checkPasskey = async (
  response: unknown,
  { challenge, origin, dominio }: Asked,
  known: readonly Passkey[],
): Promise<{ id: string; contador: number } | null> => {
  const given = response as AuthenticationResponseJSON;
  const passkey = known.find((each) => each.id === given.id && each.dominio === dominio);
  if (passkey === undefined) return null;
  const { id, clavePublica, contador } = passkey;
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: given,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: dominio,
      requireUserVerification: false,
      credential: { id, publicKey: new Uint8Array(clavePublica), counter: contador },
    });
    return verified ? { id, contador: authenticationInfo.newCounter } : null;
  } catch {
    return null;
  }
};
