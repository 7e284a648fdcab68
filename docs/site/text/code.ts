import type { Lang } from '../../../src/contract/bilingual.ts';
import { escapeHtml } from '../html.ts';
import { WORDS } from '../words.ts';
import { highlight } from './highlight.ts';

/** A block of code with a button that copies it. The page's script shows the button. */
export const codeBlock = (text: string, language: string | undefined, lang: Lang): string =>
  `<div class="code"><pre tabindex="0"><code>${highlight(text, language)}</code></pre><button type="button" class="copy" data-done="${WORDS[lang].copied}" aria-live="polite" hidden>${WORDS[lang].copy}</button></div>\n`;

export interface Sample {
  label: string;
  name: string;
  text: string;
}

/** Tabs without a script: radio buttons, and a rule of the style sheet for each position. */
export const tabs = (group: string, samples: readonly Sample[], lang: Lang): string => {
  const inputs = samples.map(({ label }, i) => {
    const id = `${group}-${i}`;
    return `<input type="radio" name="${group}" id="${id}"${i === 0 ? ' checked' : ''}><label for="${id}">${escapeHtml(label)}</label>`;
  });
  const panels = samples.map(
    ({ name, text }) => `<div class="panel">${program(name, text, lang)}</div>`,
  );
  return `<fieldset class="tabs"><legend>${WORDS[lang].samples}</legend>${inputs.join('')}${panels.join('')}</fieldset>\n`;
};

/** Shows the lines between `region` and `endregion`, and the whole program folded away; without markers, the whole program. */
const program = (name: string, text: string, lang: Lang): string => {
  const language = name.slice(name.lastIndexOf('.') + 1);
  const whole = withoutMarkers(text);
  const core = coreOf(text);
  if (core === null) return codeBlock(whole, language, lang);
  return `${codeBlock(core, language, lang)}<details><summary>${WORDS[lang].whole} <code>${name}</code></summary>${codeBlock(whole, language, lang)}</details>`;
};

/** A line that begins or ends the core of a sample. */
const MARKER = /^[ \t]*(?:\/\/|#) ?#?(?:end)?region\n/gm;

export const withoutMarkers = (text: string): string => text.replaceAll(MARKER, '').trimEnd();

export const coreOf = (text: string): string | null => {
  const [, core] = text.split(MARKER);
  if (core === undefined) return null;
  const lines = core.trimEnd().split('\n');
  const indents = lines.filter((line) => line.trim() !== '').map((line) => line.search(/\S/));
  return lines.map((line) => line.slice(Math.min(...indents))).join('\n');
};
