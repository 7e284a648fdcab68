import { setLang, useWords } from '../i18n/lang.ts';
import { Button } from '../parts/button.tsx';
import { Segments } from '../parts/field.tsx';
import { setTheme, type Theme, useTheme } from '../theme/theme.ts';

const NEXT: Record<Theme, Theme> = { system: 'light', light: 'dark', dark: 'system' };
const ICONS = { system: 'device', light: 'sun', dark: 'moon' } as const;

export const Preferences = () => {
  const { t, lang } = useWords();
  const theme = useTheme();
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
