import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import type { Cleanup } from '../service.ts';

interface ReceivedMail {
  to: string[];
  /** The whole message. */
  raw: string;
  messageId: string;
  subject: string;
}

interface SmtpReceiver {
  url: string;
  /** Settings that make the service send here. */
  env: { SMTP_URL: string; MAIL_FROM: string };
  received: ReceivedMail[];
  /** The answer to the next messages instead of 250; null: takes them. */
  refuseWith(code: number | null): void;
  /** While true, the server answers nothing once it has a message. */
  hang(isHanging: boolean): void;
}

/** A real mail server on this machine. */
export const startSmtp = async (t: Cleanup): Promise<SmtpReceiver> => {
  const received: ReceivedMail[] = [];
  let refusal: number | null = null;
  let isHanging = false;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData(stream, session, done) {
      const take = (raw: string): void => {
        if (refusal !== null) {
          done(Object.assign(new Error('no, pepa@rincon.example'), { responseCode: refusal }));
          return;
        }
        const to = session.envelope.rcptTo.map(({ address }) => address);
        received.push({
          to,
          raw,
          messageId: header(raw, 'Message-ID'),
          subject: header(raw, 'Subject'),
        });
        if (!isHanging) done();
      };
      // A client that is killed leaves half a message.
      text(stream).then(take, () => undefined);
    },
  });
  // A client that is killed resets its connection.
  server.on('error', () => {});
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  t.after(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const url = `smtp://127.0.0.1:${port}`;
  return {
    url,
    env: { SMTP_URL: url, MAIL_FROM: 'Comanda <avisos@comanda.example>' },
    received,
    refuseWith(code) {
      refusal = code;
    },
    hang(value) {
      isHanging = value;
    },
  };
};

/** A header of a message, unfolded and decoded. */
const header = (raw: string, name: string): string => {
  const line = new RegExp(`^${name}: (.*(?:\\r\\n[ \\t].*)*)`, 'im').exec(raw)?.[1] ?? '';
  return line
    .replaceAll(/\r\n[ \t]/g, ' ')
    .replaceAll(/\?= =\?/g, '?==?')
    .replaceAll(/=\?UTF-8\?Q\?(.*?)\?=/gi, (_, q: string) => fromQuoted(q.replaceAll('_', ' ')))
    .replaceAll(/=\?UTF-8\?B\?(.*?)\?=/gi, (_, b: string) => Buffer.from(b, 'base64').toString());
};

const fromQuoted = (quoted: string): string =>
  Buffer.from(
    quoted.replaceAll(/=([0-9A-F]{2})/gi, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    ),
    'latin1',
  ).toString();

/** A message's parts as text, decoded from quoted-printable. */
export const plainOf = ({ raw }: ReceivedMail): string => fromQuoted(raw.replaceAll('=\r\n', ''));
