import MailComposer from 'nodemailer/lib/mail-composer';
import { layOut, type MailText } from './layout.ts';

interface Attachment {
  filename: string;
  contentType: string;
  content: Uint8Array;
}

export interface Message {
  to: string;
  subject: string;
  body: MailText;
  attachments?: readonly Attachment[];
  /** Where a POST takes the reader off this kind of message (RFC 8058). Following the link changes nothing. */
  unsubscribeUrl?: string;
}

interface Envelope {
  id: string;
  from: string;
  date: Date;
}

/** The whole message in MIME. Its Message-ID comes from `id`, so that a reader's program knows a repetition. */
export const composeMessage = (message: Message, { id, from, date }: Envelope): Promise<Buffer> => {
  const { to, subject, body, attachments = [], unsubscribeUrl } = message;
  const composer = new MailComposer({
    from,
    // As an object, an address is never read as a list of several.
    to: { name: '', address: to },
    subject,
    ...layOut(body),
    date,
    messageId: `<${id}@${domainOf(from)}>`,
    attachments: attachments.map(({ filename, contentType, content }) => ({
      filename,
      contentType,
      content: Buffer.from(content),
    })),
    headers: {
      // No answer of an absent reader's program comes back.
      'Auto-Submitted': 'auto-generated',
      ...(unsubscribeUrl !== undefined && {
        'List-Unsubscribe': `<${unsubscribeUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return composer.compile().build();
};

const domainOf = (from: string): string => /@([^\s@>]+)/.exec(from)?.[1] ?? 'localhost';
