import { writeStored } from '../local-storage.ts';
import { useBrowser } from '../use-browser.ts';

/** `system` follows the device. */
export type Theme = 'system' | 'light' | 'dark';

const CHANGED = 'comanda-theme';
const root = document.documentElement;

/** `early.js` sets the attribute before the first paint. */
const readTheme = () => (root.dataset['theme'] ?? 'system') as Theme;

export const setTheme = (theme: Theme): void => {
  if (theme === 'system') delete root.dataset['theme'];
  else root.dataset['theme'] = theme;
  writeStored('theme', theme === 'system' ? null : theme);
  root.dispatchEvent(new Event(CHANGED));
};

export const useTheme = (): Theme => useBrowser(root, CHANGED, readTheme);
