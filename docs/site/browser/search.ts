import { find } from './find.ts';
import type { Find, Found } from './search-index.ts';

const dialog = find<HTMLDialogElement>(document, '#search');
const input = find<HTMLInputElement>(dialog, 'input');
const list = find(dialog, '#found');
const status = find(dialog, '[role="status"]');
const { root = '', index = '' } = document.documentElement.dataset;

let loading: Promise<Find> | null = null;
let chosen = 0;

/** The link in the header leads to the page of all titles; with this script it opens the search, as Ctrl K does. */
export const offerSearch = (): void => {
  find(document, '.palette-open').addEventListener('click', (event) => {
    event.preventDefault();
    open('');
  });
  addEventListener('keydown', (event) => {
    if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    if (!dialog.open) open('');
  });
  input.addEventListener('input', () => void search());
  dialog.addEventListener('keydown', onKey);
  dialog.addEventListener('click', ({ target }) => {
    // A link within the same page does not load another.
    if (target === dialog || (target as Element).closest('a') !== null) dialog.close();
  });
  const asked = new URLSearchParams(location.search).get('q');
  if (asked !== null) open(asked);
};

const open = (text: string): void => {
  input.value = text;
  dialog.showModal();
  input.focus();
  void search();
};

/** Loads the index when it is first needed; a failure is tried again with the next letter. */
const load = (): Promise<Find> => {
  loading ??= import('./search-index.ts')
    .then(({ loadIndex }) => loadIndex(index))
    .catch((error: unknown) => {
      loading = null;
      throw error;
    });
  return loading;
};

const search = async (): Promise<void> => {
  const text = input.value;
  const found = await load().then(
    (findText) => findText(text),
    () => null,
  );
  // Another letter has been typed meanwhile.
  if (text !== input.value) return;
  list.replaceChildren(...(found ?? []).map(optionOf));
  choose(0);
  const { keys = '', nothing = '', failed = '' } = status.dataset;
  if (found === null) status.textContent = failed;
  else status.textContent = found.length > 0 || text.trim() === '' ? keys : nothing;
};

const optionOf = ({ path, title, page, excerpt }: Found, i: number): HTMLElement => {
  const option = document.createElement('a');
  option.href = root + path;
  option.id = `found-${i}`;
  option.setAttribute('role', 'option');
  option.tabIndex = -1;
  option.append(elementOf('strong', title));
  if (page !== title) option.append(' ', elementOf('small', page));
  const pieces = excerpt.map(({ text, isMatch }) => (isMatch ? elementOf('mark', text) : text));
  option.append(elementOf('p', ...pieces));
  option.addEventListener('pointermove', () => choose(i));
  return option;
};

const elementOf = (name: string, ...children: (string | Node)[]): HTMLElement => {
  const element = document.createElement(name);
  element.append(...children);
  return element;
};

const choose = (at: number): void => {
  const options = [...list.children];
  chosen = at;
  options.forEach((option, i) => {
    option.setAttribute('aria-selected', String(i === at));
  });
  const option = options[at];
  if (option === undefined) input.removeAttribute('aria-activedescendant');
  else input.setAttribute('aria-activedescendant', option.id);
};

const onKey = (event: KeyboardEvent): void => {
  const { length } = list.children;
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (by !== undefined && length > 0) {
    event.preventDefault();
    choose((chosen + by + length) % length);
    // The focus stays in the input, so the browser does not scroll to the option by itself.
    list.children[chosen]?.scrollIntoView({ block: 'nearest' });
  }
  if (event.key === 'Enter') {
    event.preventDefault();
    list.querySelectorAll('a')[chosen]?.click();
  }
};
