import { useState } from 'react';
import { useWords } from '../i18n/lang.ts';
import { readStored, writeStored } from '../local-storage.ts';
import { CopyBox } from './copy.tsx';
import { Segments } from './field.tsx';

const LANGUAGES = ['curl', 'TypeScript', 'Python', 'PHP'] as const;
export type Language = (typeof LANGUAGES)[number];

const isLanguage = (text: string | null): text is Language =>
  (LANGUAGES as readonly (string | null)[]).includes(text);

/** The same program in several languages, ready to be run. The choice of language is remembered. */
export const Snippets = ({ label, code }: { label: string; code: Record<Language, string> }) => {
  const { t } = useWords();
  const [language, setLanguage] = useState<Language>(() => {
    const stored = readStored('snippet');
    return isLanguage(stored) ? stored : 'curl';
  });
  const choose = (next: Language) => {
    setLanguage(next);
    writeStored('snippet', next);
  };
  return (
    <div className="stack tight">
      <div className="row spread">
        <p className="field-legend">{label}</p>
        <Segments
          label={t('snippet.language')}
          value={language}
          options={LANGUAGES.map((each) => [each, each] as const)}
          onChange={choose}
        />
      </div>
      <CopyBox text={code[language]} label={language} />
    </div>
  );
};
