// Choices that a browser remembers. One that keeps nothing (private mode, full disk) still works.

const PREFIX = 'comanda.';

export const kept = (name: string): string | null => {
  try {
    return localStorage.getItem(PREFIX + name);
  } catch {
    return null;
  }
};

export const keep = (name: string, value: string | null): void => {
  try {
    if (value === null) localStorage.removeItem(PREFIX + name);
    else localStorage.setItem(PREFIX + name, value);
  } catch {
    // It is asked again next time.
  }
};
