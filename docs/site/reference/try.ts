import type { Lang } from '../../../src/contract/bilingual.ts';
import type { Parameter, Schema } from '../../../src/contract/openapi/published.ts';
import type { TryParameter } from '../browser/try/parameter.ts';
import { escapeHtml } from '../html.ts';
import { codeBlock } from '../text/code.ts';
import { REFERENCE_WORDS } from './words.ts';

/** The place of an operation's form. Without a script it stays hidden. */
export const tryPlace = (path: string, parameters: readonly Parameter[], lang: Lang): string => {
  const told = parameters.map(
    ({ name, in: place, required, schema, example, examples }): TryParameter => ({
      ...{ name, in: place, required, values: valuesOf(schema) },
      example: String(example ?? examples?.ejemplo.value ?? ''),
    }),
  );
  return `<details class="try" data-path="${path}" data-parameters="${escapeHtml(JSON.stringify(told))}" hidden><summary>${REFERENCE_WORDS[lang].tryIt}</summary></details>`;
};

const valuesOf = ({ type, enum: values = [] }: Schema): string[] =>
  type === 'boolean' ? ['true', 'false'] : values.map(String);

/** The form that the page's script fills for each operation. */
export const tryTemplate = (lang: Lang): string => {
  const words = REFERENCE_WORDS[lang];
  const block = (kind: string, label: string) =>
    `<pre tabindex="0" role="region" aria-label="${label}"><code class="${kind}"></code></pre>`;
  return `<template id="try-form"><form autocomplete="off" data-sending="${words.sending}" data-failed="${words.notSent}" data-beginning="${words.beginning}" data-binary="${words.binary}">
<div class="field"><label>${words.key}</label><input class="input try-key" type="password" placeholder="svc_live_…" spellcheck="false" autocomplete="off"><small>${words.keyNote}</small></div>
<div class="fields-2 try-fields"></div>
${codeBlock('', 'sh', lang)}
<p class="try-send"><button class="button primary">${words.send}</button><span role="status"></span></p>
<div class="try-answer" hidden><details><summary>${words.headers}</summary>${block('try-headers', words.headers)}</details>
${block('try-body', words.response)}<p class="try-note"></p></div>
</form></template>`;
};
