import { useWords } from '../i18n/lang.tsx';
import { Button } from '../parts/button.tsx';
import { Segments } from '../parts/field.tsx';
import { type Theme, useTheme } from '../theme/theme.tsx';

const NEXT: Record<Theme, Theme> = { system: 'light', light: 'dark', dark: 'system' };
const ICONS = { system: 'device', light: 'sun', dark: 'moon' } as const;

export const Preferences = () => {
  const { t, lang, setLang } = useWords();
  const { theme, setTheme } = useTheme();
  return (
    <div className="row tight preferences">
      <Segments
        label={t('prefs.language')}
        value={lang}
        options={[
          ['es', 'ES'],
          ['en', 'EN'],
        ]}
        onChange={setLang}
      />
      <Button
        look="quiet"
        small
        icon={ICONS[theme]}
        aria-label={t('prefs.theme', { theme: t(`theme.${theme}`) })}
        onClick={() => setTheme(NEXT[theme])}
      />
    </div>
  );
};
