import { docsUrl } from '../base-path.ts';
import { type Lang, useWords } from '../i18n/lang.ts';
import { Icon } from './icon.tsx';

/** The addresses of guides below the documentation, in both languages. */
const GUIDES = {
  home: { es: '', en: '' },
  keys: { es: '/autenticacion', en: '/authentication' },
  webhooks: { es: '/webhooks', en: '/webhooks' },
  rotation: { es: '/webhooks#cambiar-el-secreto', en: '/webhooks#rotating-the-secret' },
} as const satisfies Record<string, Record<Lang, string>>;

export type Guide = keyof typeof GUIDES;

/** Opens in another tab, because the reader is in the middle of something. */
export const GuideLink = ({ guide }: { guide: Guide }) => {
  const { t, lang } = useWords();
  return (
    <a
      className="guide-link"
      href={`${docsUrl()}/${lang}${GUIDES[guide][lang]}`}
      target="_blank"
      rel="noopener"
    >
      <Icon name="book" size={16} />
      {t(`guide.${guide}`)}
    </a>
  );
};
