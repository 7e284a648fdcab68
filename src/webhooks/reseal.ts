import type { RandomBytes } from '../platform/random.ts';
import type { AuditEntry } from '../storage/port/accounts.ts';
import type { Webhook, WebhookStore } from '../storage/port/webhooks.ts';
import { ownerOf, type SecretBox, SecretBoxError } from './secret-box.ts';

const SECRETO_BYTES = 32;

interface ResealDeps {
  webhooks: Pick<WebhookStore, 'list' | 'reseal' | 'rotate'>;
  secretBox: SecretBox;
  randomBytes: RandomBytes;
}

/** Seals the stored secrets of webhooks with the current key, while the service runs. */
export const makeReseal = ({ webhooks, secretBox, randomBytes }: ResealDeps) => ({
  /** `lost`: no key opens its secret, which stays as it is. */
  async reseal({ restauranteId, id, secreto, anteriores }: Webhook) {
    const owner = ownerOf(restauranteId, id);
    const stored = [secreto, ...anteriores.map((each) => each.secreto)];
    if (stored.every(secretBox.isCurrent)) return 'current';
    const seal = (each: Uint8Array) =>
      secretBox.isCurrent(each) ? each : secretBox.seal(secretBox.open(each, owner), owner);
    try {
      return (await webhooks.reseal(restauranteId, id, seal)) ? 'resealed' : 'gone';
    } catch (error) {
      if (error instanceof SecretBoxError) return 'lost';
      throw error;
    }
  },

  /** Gives the webhook a new secret; earlier ones end. Returns it in hexadecimal. */
  async replace(webhook: Webhook, audit: AuditEntry): Promise<string> {
    const { restauranteId, id } = webhook;
    const secreto = Buffer.from(randomBytes(SECRETO_BYTES));
    const sealed = secretBox.seal(secreto, ownerOf(restauranteId, id));
    await webhooks.rotate(restauranteId, id, { secreto: sealed, hastaMs: null }, audit);
    return secreto.toString('hex');
  },
});
