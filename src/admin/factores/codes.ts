import { verify } from 'otplib';
import { randomBase32 } from '../../domain/ids.ts';
import { SECOND_MS } from '../../domain/time.ts';
import type { RandomBytes } from '../../platform/random.ts';
import { sha256Hex } from '../secrets.ts';

const CODES = 10;
const GROUPS = 3;
const GROUP_CHARS = 4;
/** The clock of a phone may be half a minute off. */
const TOLERANCE_S = 30;

/** The time step of a code that an app shows; null when it is wrong. */
export const totpStep = async (secret: string, code: string, nowMs: number) => {
  const epoch = Math.floor(nowMs / SECOND_MS);
  const result = await verify({ secret, token: code, epoch, epochTolerance: TOLERANCE_S });
  return result.valid && 'timeStep' in result ? result.timeStep : null;
};

/** Each has 60 random bits, so that a digest is enough. */
export const mintRecoveryCodes = (randomBytes: RandomBytes) => {
  const codes = Array.from({ length: CODES }, () =>
    Array.from({ length: GROUPS }, () => randomBase32(randomBytes(GROUP_CHARS))).join('-'),
  );
  return { codes, hashes: codes.map(recoveryHash) };
};

export const recoveryHash = (code: string): string =>
  sha256Hex(code.toLowerCase().replaceAll(/[^0-9a-z]/g, ''));
