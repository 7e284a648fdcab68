import { offerCopies } from '../copy.ts';
import { find } from '../find.ts';
import { sendAndShow } from './answer.ts';
import { bindKey } from './key.ts';
import type { TryParameter } from './parameter.ts';
import { curlOf, makeRequest } from './request.ts';

const { root = '' } = document.documentElement.dataset;

/** Each operation gets its form when a reader unfolds it. */
export const offerTries = (): void => {
  for (const place of document.querySelectorAll<HTMLDetailsElement>('.try')) {
    place.hidden = false;
    place.addEventListener('toggle', () => {
      if (place.open && place.querySelector('form') === null) addForm(place);
    });
  }
};

const addForm = (place: HTMLDetailsElement): void => {
  const { path = '', parameters = '[]' } = place.dataset;
  const template = find<HTMLTemplateElement>(document, '#try-form');
  place.append(document.importNode(template.content, true));
  const form = find<HTMLFormElement>(place, 'form');
  const key = find<HTMLInputElement>(form, '.try-key');
  const fields = (JSON.parse(parameters) as TryParameter[]).map((parameter) =>
    makeField(parameter, `${path}:${parameter.name}`),
  );
  find(form, '.try-fields').append(...fields.map(({ element }) => element));
  key.id = `${path}:key`;
  find<HTMLLabelElement>(form, '.field label').htmlFor = key.id;
  bindKey(key);
  offerCopies(form);

  const request = () =>
    makeRequest(
      path,
      fields.map(({ read }) => read()),
    );
  const curl = find(form, '.code code');
  const showCurl = () => {
    curl.textContent = curlOf(request());
  };
  showCurl();
  form.addEventListener('input', showCurl);

  let hangUp = new AbortController();
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    hangUp.abort();
    hangUp = new AbortController();
    const { path: filled, headers } = request();
    const token = key.value.trim();
    const authorization = token === '' ? {} : { authorization: `Bearer ${token}` };
    void sendAndShow(form, `${root}/api${filled}`, { ...headers, ...authorization }, hangUp);
  });
};

/** The inputs have no `name`, so that no browser can write them into an address. */
const makeField = (parameter: TryParameter, id: string) => {
  const { name, required, values, example } = parameter;
  const label = document.createElement('label');
  label.textContent = name;
  label.htmlFor = id;
  const input = document.createElement(values.length > 0 ? 'select' : 'input');
  if (input instanceof HTMLInputElement) input.placeholder = example;
  else input.append(...(required ? values : ['', ...values]).map((value) => new Option(value)));
  input.className = 'input';
  input.id = id;
  input.required = required;
  const element = document.createElement('div');
  element.className = 'field';
  element.append(label, input);
  return { element, read: () => ({ ...parameter, value: input.value.trim() }) };
};
