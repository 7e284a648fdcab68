const NAME = 'comanda.docs.key';

/** The key lives as long as the tab: no other tab, no later visit and no address has it. */
export const bindKey = (input: HTMLInputElement): void => {
  input.value = read();
  input.addEventListener('input', () => {
    write(input.value.trim());
    for (const other of document.querySelectorAll<HTMLInputElement>('.try-key')) {
      if (other !== input) other.value = input.value;
    }
  });
};

// A browser may refuse the storage; the key then lives as long as the page.

const read = (): string => {
  try {
    return sessionStorage.getItem(NAME) ?? '';
  } catch {
    return document.querySelector<HTMLInputElement>('.try-key')?.value ?? '';
  }
};

const write = (key: string): void => {
  try {
    sessionStorage.setItem(NAME, key);
  } catch {
    // The inputs of the page have it.
  }
};
