import { createHmac, timingSafeEqual } from 'node:crypto';
import type { HealthStore } from '../../storage/port/notices/health.ts';

export const UNSUBSCRIBE_PATH = '/avisos/baja';
const SIGNATURE_CHARS = 32;

interface UnsubscribingDeps {
  store: Pick<HealthStore, 'preferences' | 'setPreferences'>;
  secret: Uint8Array;
}

/** Lets whoever has a message end such messages, without signing in. */
export const makeUnsubscribing = ({ store, secret }: UnsubscribingDeps) => {
  const sign = (usuarioId: string): string =>
    createHmac('sha256', secret)
      .update(`baja ${usuarioId}`)
      .digest('hex')
      .slice(0, SIGNATURE_CHARS);

  const holderOf = (token: string): string | null => {
    const [usuarioId = '', signature = ''] = token.split('.');
    const [given, right] = [Buffer.from(signature), Buffer.from(sign(usuarioId))];
    return given.length === right.length && timingSafeEqual(given, right) ? usuarioId : null;
  };

  return {
    pathOf: (usuarioId: string): string => `${UNSUBSCRIBE_PATH}/${usuarioId}.${sign(usuarioId)}`,
    /** False if the token is not ours. */
    async unsubscribe(token: string): Promise<boolean> {
      const usuarioId = holderOf(token);
      if (usuarioId === null) return false;
      const preferencias = await store.preferences(usuarioId);
      await store.setPreferences(usuarioId, { ...preferencias, correo: false });
      return true;
    },
    isValid: (token: string): boolean => holderOf(token) !== null,
  };
};

export type Unsubscribing = ReturnType<typeof makeUnsubscribing>;
