import nodemailer from 'nodemailer';
import { withTimeout } from '../platform/async/timeout.ts';

/** `refused`: for good, by the server's own word. */
type SendOutcome = { kind: 'sent' } | { kind: 'refused' | 'failed'; error: unknown };

export type SendMail = (to: string, raw: Uint8Array) => Promise<SendOutcome>;

/** For an attempt in all. */
export const SEND_MS_MAX = 60_000;
const CONNECT_MS_MAX = 10_000;
const SILENCE_MS_MAX = 20_000;

class SmtpTimeout extends Error {
  override name = 'SmtpTimeout';
}

interface MailServer {
  url: string;
  from: string;
  /** Refuses to go on in clear text. */
  requireTls: boolean;
}

interface Smtp {
  from: string;
  send: SendMail;
  /** Connects and signs in. Throws for a server that would take no message. */
  verify(): Promise<void>;
}

export const makeSmtp = ({ url, from, requireTls }: MailServer): Smtp => {
  const transporter = nodemailer.createTransport({
    url,
    connectionTimeout: CONNECT_MS_MAX,
    greetingTimeout: CONNECT_MS_MAX,
    dnsTimeout: CONNECT_MS_MAX,
    socketTimeout: SILENCE_MS_MAX,
    requireTLS: requireTls,
  });
  return {
    from,
    async verify() {
      await withTimeout(transporter.verify(), CONNECT_MS_MAX, () => new SmtpTimeout('no answer'));
    },
    async send(to, raw) {
      const envelope = { from: addressOf(from), to: [to] };
      try {
        const sent = transporter.sendMail({ envelope, raw: Buffer.from(raw) });
        await withTimeout(sent, SEND_MS_MAX, () => new SmtpTimeout('no answer in time'));
        return { kind: 'sent' };
      } catch (error) {
        return { kind: isRefusal(error) ? 'refused' : 'failed', error };
      }
    },
  };
};

const addressOf = (from: string): string => /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from;

/** Only what is said of this message is for good: a login that the server refuses may be put right. */
const isRefusal = (error: unknown): boolean => {
  const { responseCode, code } = error as { responseCode?: number; code?: string };
  return (
    (code === 'EENVELOPE' || code === 'EMESSAGE') &&
    responseCode !== undefined &&
    responseCode >= 500
  );
};
