// Preferences in the browser's local storage. Without storage (private mode, full disk) the panel still works.

const PREFIX = 'comanda.';

export const readStored = (name: string): string | null => {
  try {
    return localStorage.getItem(PREFIX + name);
  } catch {
    return null;
  }
};

export const writeStored = (name: string, value: string | null): void => {
  try {
    if (value === null) localStorage.removeItem(PREFIX + name);
    else localStorage.setItem(PREFIX + name, value);
  } catch {
    // The default applies again next time.
  }
};

/** Calls back when another tab has stored something else under this name. */
export const onStored = (name: string, onChange: (value: string | null) => void): void =>
  addEventListener('storage', ({ key, newValue }) => {
    if (key === PREFIX + name) onChange(newValue);
  });
