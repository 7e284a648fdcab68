import { SECOND_MS } from '../../domain/time.ts';
import type { Mail } from '../../mail/mail.ts';
import type { Clock } from '../../platform/clock.ts';
import type { HealthStore } from '../../storage/port/notices/health.ts';
import { messageFor } from './message.ts';
import type { Unsubscribing } from './unsubscribing.ts';

/** Notices of this long go out in one message; with the queue of mail, each leaves within a minute. */
const GATHER_MS = 45 * SECOND_MS;

interface PeopleDeps {
  store: Pick<HealthStore, 'pending' | 'tell'>;
  clock: Clock;
  mail: Mail;
  unsubscribing: Unsubscribing;
  publicUrl: string;
  gatherMs?: number;
}

/** Tells people by mail what they are owed, all of it in one message. */
export const makeTellPeople =
  ({ store, clock, mail, unsubscribing, publicUrl, gatherMs = GATHER_MS }: PeopleDeps) =>
  async (): Promise<void> => {
    for (const pending of await store.pending(clock.now() - gatherMs)) {
      const message = mail.isOn
        ? messageFor(pending, {
            panelUrl: `${publicUrl}/panel`,
            unsubscribeUrl: `${publicUrl}${unsubscribing.pathOf(pending.persona.id)}`,
          })
        : null;
      await store.tell(pending, message && (await mail.prepare(message)));
    }
  };
