import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import { readStored, writeStored } from '../local-storage.ts';

/** `system` follows the device. */
export type Theme = 'system' | 'light' | 'dark';

interface ThemeChoice {
  theme: Theme;
  setTheme(theme: Theme): void;
}

const ThemeContext = createContext<ThemeChoice | null>(null);

const firstTheme = (): Theme => {
  const chosen = readStored('theme');
  return chosen === 'light' || chosen === 'dark' ? chosen : 'system';
};

export const ThemeProvider = ({ children }: { children: ReactNode }) => {
  const [theme, setTheme] = useState<Theme>(firstTheme);
  useEffect(() => {
    if (theme === 'system') document.documentElement.removeAttribute('data-theme');
    else document.documentElement.setAttribute('data-theme', theme);
  }, [theme]);
  const choice = useMemo(
    () => ({
      theme,
      setTheme: (next: Theme) => {
        writeStored('theme', next === 'system' ? null : next);
        setTheme(next);
      },
    }),
    [theme],
  );
  return <ThemeContext value={choice}>{children}</ThemeContext>;
};

export const useTheme = (): ThemeChoice => {
  const choice = useContext(ThemeContext);
  if (choice === null) throw new Error('useTheme needs a ThemeProvider above it');
  return choice;
};
