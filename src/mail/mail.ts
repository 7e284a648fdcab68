import type { MintId } from '../domain/ids.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../domain/time.ts';
import { makePeriodic } from '../platform/async/periodic.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import { makeOutageLog } from '../platform/outage-log.ts';
import type { ClaimedMail, MailStore, QueuedMail } from '../storage/port/notices/mail.ts';
import { composeMessage, type Message } from './message.ts';
import { SEND_MS_MAX, type SendMail } from './smtp.ts';

const LOOK_MS = 2 * SECOND_MS;
const SENT_TOGETHER = 5;
/** Longer than an attempt may take, so that only a message whose sender died is sent again. */
const LEASE_MS = SEND_MS_MAX + 30 * SECOND_MS;
const RETRY_DELAYS_MS = [10 * SECOND_MS, MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, HOUR_MS];
const GIVE_UP_MS = 2 * DAY_MS;
/** With attachments. Beyond, many servers refuse a message. */
const MESSAGE_BYTES_MAX = 15 * 1_024 * 1_024;

interface SecretBox {
  seal(secret: Uint8Array, owner: string): Uint8Array;
  open(sealed: Uint8Array, owner: string): Uint8Array;
}

interface MailDeps {
  store: { mails: MailStore };
  clock: Pick<Clock, 'now'>;
  log: Log;
  mintId: MintId;
  secretBox: SecretBox;
  /** Null where mail is off. */
  transport: { from: string; send: SendMail } | null;
}

export class MailTooLargeError extends Error {
  override name = 'MailTooLargeError';
}

/**
 * Sends mail from a queue in the database. Any number of processes may run it: each message is claimed by one. A process that
 * dies while it sends leaves a message that is sent once more, with the same Message-ID.
 */
export const makeMail = ({
  store: { mails },
  clock,
  log,
  mintId,
  secretBox,
  transport,
}: MailDeps) => {
  const outage = makeOutageLog(log, 'mail is sent again');
  const unread = makeOutageLog(log, 'the queue of mail is read again');

  const prepare = async (message: Message): Promise<QueuedMail> => {
    const nowMs = clock.now();
    const id = mintId('correo', nowMs);
    const from = transport?.from ?? 'comanda@localhost';
    const bytes = await composeMessage(message, { id, from, date: new Date(nowMs) });
    if (bytes.length > MESSAGE_BYTES_MAX) {
      throw new MailTooLargeError(
        `a message of ${bytes.length} bytes; ${MESSAGE_BYTES_MAX} are allowed`,
      );
    }
    return { id, recipient: message.to, sealed: secretBox.seal(bytes, id) };
  };

  const giveUp = async ({ id, attempts }: ClaimedMail, error: unknown): Promise<void> => {
    log.error({ mailId: id, attempts, err: withoutAddress(error) }, 'gave up sending a message');
    await mails.remove(id);
  };

  const sendOne = async (mail: ClaimedMail, send: SendMail): Promise<void> => {
    const { id, recipient, sealed, attempts, createdMs } = mail;
    let raw: Uint8Array;
    try {
      raw = secretBox.open(sealed, id);
    } catch (error) {
      return giveUp(mail, error);
    }
    const outcome = await send(recipient, raw);
    if (outcome.kind === 'sent') {
      outage.worked();
      return mails.remove(id);
    }
    const { error } = outcome;
    if (outcome.kind === 'refused' || clock.now() - createdMs > GIVE_UP_MS)
      return giveUp(mail, error);
    outage.failed(
      'warn',
      { mailId: id, err: withoutAddress(error) },
      'mail cannot be sent; trying again',
    );
    await mails.postpone(mail, RETRY_DELAYS_MS[attempts - 1] ?? HOUR_MS);
  };

  const sendDue = async (): Promise<number> => {
    if (transport === null) return 0;
    const due = await mails.claim(SENT_TOGETHER, LEASE_MS);
    await Promise.all(due.map((mail) => sendOne(mail, transport.send)));
    return due.length;
  };

  const work = async (): Promise<void> => {
    try {
      await drain(sendDue, SENT_TOGETHER);
      unread.worked();
    } catch (error) {
      unread.failed('warn', { err: error }, 'the queue of mail cannot be read; trying again');
    }
  };
  const { drain, start, stop } = makePeriodic(work, { firstMs: LOOK_MS, everyMs: LOOK_MS });

  return {
    isOn: transport !== null,
    /** Makes a message ready for a store that queues it together with what it tells of (`queueMails`). */
    prepare,
    /** Queues a message: it leaves within seconds. Without a mail server it is dropped. */
    async send(message: Message): Promise<void> {
      if (transport !== null) await mails.add([await prepare(message)]);
    },
    sendDue,
    start,
    stop,
  };
};

export type Mail = ReturnType<typeof makeMail>;

/** Servers repeat the recipient's address in their answers, and the log must not have it. */
const withoutAddress = (error: unknown): Error => {
  const text = error instanceof Error ? error.message : String(error);
  return new Error(text.replaceAll(/[^\s<>"]+/g, (word) => (word.includes('@') ? '…@…' : word)));
};
