import type { Lang } from '../../contract/bilingual.ts';
import { DUDAS_MAX } from '../../domain/deliveries/envio.ts';
import { DAY_MS } from '../../domain/time.ts';
import type { MailText } from '../../mail/layout.ts';
import { composeMessage, type Message } from '../../mail/message.ts';
import type { SendMail } from '../../mail/smtp.ts';
import type { Clock } from '../../platform/clock.ts';
import { cajaText } from '../caja-csv.ts';
import type { Enlaces } from '../enlaces.ts';
import { type Destination, type Parcel, wordsOfError } from './destino.ts';

/** Larger files are not taken by many mail servers: a link leads to them. */
const ATTACHMENT_BYTES_MAX = 10 * 1_024 * 1_024;
const LINK_MS = 7 * DAY_MS;

const WORDS = {
  es: {
    again: 'Otra vez: ',
    maybe:
      'Puede que ya lo tengas: el servicio se interrumpió justo al enviarlo y no sabe si llegó. El archivo sustituye al anterior.',
    attached: 'Va adjunto.',
    linked: 'Es demasiado grande para un correo. El enlace sirve durante 7 días.',
    download: 'Descargar',
    hash: 'SHA-256 del archivo: ',
    footer: 'Lo recibes porque alguien del restaurante programó este envío en Comanda.',
  },
  en: {
    again: 'Again: ',
    maybe:
      'You may have it already: the service was interrupted while sending it and does not know whether it arrived. This file takes the place of the former.',
    attached: 'It is attached.',
    linked: 'It is too large for a mail. The link works for 7 days.',
    download: 'Download',
    hash: 'SHA-256 of the file: ',
    footer: 'You get this because somebody of the restaurant scheduled this delivery in Comanda.',
  },
} as const satisfies Record<Lang, Record<string, string>>;

interface CorreoDeps {
  /** Null where mail is off. */
  transport: { from: string; send: SendMail } | null;
  enlaces: Pick<Enlaces, 'offer'>;
  clock: Pick<Clock, 'now'>;
}

/** The answers of these commands come before the message itself: it has not arrived. */
const BEFORE = ['CONN', 'EHLO', 'HELO', 'STARTTLS', 'AUTH', 'MAIL FROM', 'RCPT TO'];

const isKnown = (error: unknown): boolean => {
  const {
    responseCode,
    command = '',
    code,
  } = error as {
    responseCode?: number;
    command?: string;
    code?: string;
  };
  return (
    responseCode !== undefined || code === 'EDNS' || BEFORE.some((each) => command.startsWith(each))
  );
};

/** Mail cannot be taken back: after a crash in between it is sent once more, with the same Message-ID, and says so. */
export const makeCorreo = ({ transport, enlaces, clock }: CorreoDeps): Destination<'correo'> => {
  const compose = async (para: string, parcel: Parcel): Promise<Message> => {
    const { envio, run, content, file } = parcel;
    const { archivo, tipo, caja, restaurante } = content;
    const lang = envio.que.idioma;
    const words = WORDS[lang];
    const isAgain = run.dudas > 0;
    const isLinked = file.bytes > ATTACHMENT_BYTES_MAX;
    const url = isLinked ? await enlaces.offer(envio, content.tramo, clock.now() + LINK_MS) : null;
    const title = `${isAgain ? words.again : ''}${envio.nombre} · ${run.periodo}`;
    const body: MailText = {
      lang,
      title,
      paragraphs: [
        ...(isAgain ? [words.maybe] : []),
        `${restaurante}: ${archivo}. ${isLinked ? words.linked : words.attached}`,
        ...(caja === null ? [] : [cajaText(caja, lang)]),
        words.hash + file.sha256,
      ],
      ...(url !== null && { link: { text: words.download, href: url } }),
      footer: [words.footer],
    };
    const attached = isLinked ? [] : [await file.read()];
    const attachments = attached.map((bytes) => ({
      filename: archivo,
      contentType: tipo,
      content: bytes,
    }));
    return { to: para, subject: title, body, attachments };
  };

  return async ({ para }, parcel) => {
    const { run, begin } = parcel;
    if (transport === null) {
      return { ok: false, fallo: 'correo_apagado', detalle: 'SMTP_URL' };
    }
    if (run.dudas >= DUDAS_MAX) {
      return { ok: false, fallo: 'sin_confirmar', detalle: '', isFinal: true, isUnknown: true };
    }
    const message = await compose(para, parcel);
    const { from } = transport;
    const raw = await composeMessage(message, { id: run.id, from, date: new Date(clock.now()) });
    if (!(await begin())) return { ok: false, fallo: 'interno', detalle: '', isUnknown: true };
    const outcome = await transport.send(para, raw);
    if (outcome.kind === 'sent') return { ok: true };
    const detalle = wordsOfError(outcome.error);
    const isUnknown = outcome.kind === 'failed' && !isKnown(outcome.error);
    const { responseCode } = outcome.error as { responseCode?: number };
    const isRefused = responseCode !== undefined;
    return { ok: false, fallo: isRefused ? 'rechazado' : 'conexion', detalle, isUnknown };
  };
};
