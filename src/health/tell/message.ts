import { kindOf, pageOf, wordsOf } from '../../domain/health/kinds.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../domain/time.ts';
import type { MailText } from '../../mail/layout.ts';
import type { Message } from '../../mail/message.ts';
import type { Notice, PendingNotices } from '../../storage/port/notices/health.ts';

type Lang = 'es' | 'en';

const WORDS = {
  es: {
    empieza: '',
    sigue: 'Sigue: ',
    acaba: 'Resuelto: ',
    lasted: 'duró',
    several: (n: number) => `${n} avisos de Comanda`,
    more: (n: number) => `Y ${n} más: están en el panel.`,
    open: 'Abrir el panel',
    why: 'Recibes este correo porque tienes acceso al panel de Comanda.',
    settings: 'Elige qué avisos quieres en «Mi cuenta».',
    stop: 'Darse de baja de estos correos',
  },
  en: {
    empieza: '',
    sigue: 'Still: ',
    acaba: 'Over: ',
    lasted: 'it lasted',
    several: (n: number) => `${n} notices from Comanda`,
    more: (n: number) => `And ${n} more: they are in the panel.`,
    open: 'Open the panel',
    why: 'You get this message because you have access to a panel of Comanda.',
    settings: 'Choose your notices under “My account”.',
    stop: 'Unsubscribe from these messages',
  },
} as const;

/** A message stays short however much is wrong. */
const LINES_MAX = 20;

const duration = (ms: number): string => {
  if (ms < HOUR_MS) return `${Math.max(1, Math.round(ms / MINUTE_MS))} min`;
  if (ms < 2 * DAY_MS) return `${Math.round(ms / HOUR_MS)} h`;
  return `${Math.round(ms / DAY_MS)} d`;
};

const titleOf = ({ que, condition }: Notice, lang: Lang): string =>
  `${WORDS[lang][que]}${wordsOf(condition, lang).title}`;

const lineOf = (notice: Notice, lang: Lang): string => {
  const { que, condition } = notice;
  const title = titleOf(notice, lang);
  if (que !== 'acaba') return `${title}.\n${wordsOf(condition, lang).advice}`;
  const lasted = duration((condition.hastaMs ?? notice.creadoMs) - condition.desdeMs);
  return `${title} (${WORDS[lang].lasted} ${lasted}).`;
};

/** Leaves out muted kinds, and notices that the end of their condition makes old news. */
const worthTelling = ({ notices, preferencias }: PendingNotices): Notice[] => {
  if (!preferencias.correo) return [];
  const over = new Set(
    notices.flatMap(({ que, condition }) => (que === 'acaba' ? condition.id : [])),
  );
  return notices
    .filter(({ condition }) => !preferencias.silenciadas.includes(condition.tipo))
    .filter(({ que, condition }) => que === 'acaba' || !over.has(condition.id))
    .sort(
      (a, b) => Number(kindOf(b.condition.tipo).isGrave) - Number(kindOf(a.condition.tipo).isGrave),
    );
};

/** Everything that a person is owed as one message; null if there is nothing to say. */
export const messageFor = (
  pending: PendingNotices,
  { panelUrl, unsubscribeUrl }: { panelUrl: string; unsubscribeUrl: string },
): Message | null => {
  const notices = worthTelling(pending);
  const [first] = notices;
  if (first === undefined) return null;
  const lang = pending.preferencias.idioma;
  const words = WORDS[lang];
  const isOne = notices.length === 1;
  const subject = isOne ? titleOf(first, lang) : words.several(notices.length);
  const lines = notices.slice(0, LINES_MAX).map((notice) => lineOf(notice, lang));
  const left = notices.length - lines.length;
  const body: MailText = {
    lang,
    title: subject,
    paragraphs: [...lines, ...(left > 0 ? [words.more(left)] : [])],
    link: { text: words.open, href: panelUrl + linkOf(notices) },
    footer: [words.why, words.settings, `${words.stop}: ${unsubscribeUrl}`],
  };
  return { to: pending.persona.email, subject, body, unsubscribeUrl };
};

/** The page of the one condition, or of all notices. */
const linkOf = (notices: readonly Notice[]): string => {
  const [first, ...others] = notices.map(({ condition }) => condition);
  if (first === undefined) return '';
  if (others.length === 0) return pageOf(first);
  const { restauranteId } = first;
  const isShared = others.every((other) => other.restauranteId === restauranteId);
  if (!isShared) return '';
  return restauranteId === null ? '/operador/avisos' : `/r/${restauranteId}/avisos`;
};
