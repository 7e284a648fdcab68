import type { Lang } from '../guides.ts';
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

const MARKER = /^\s*(?:\/\/|#) ?#?(region|endregion)$/;

export const withoutMarkers = (text: string): string =>
  text
    .split('\n')
    .filter((line) => !MARKER.test(line))
    .join('\n')
    .trimEnd();

export const coreOf = (text: string): string | null => {
  const lines = text.split('\n');
  const [from, to] = ['region', 'endregion'].map((word) =>
    lines.findIndex((line) => MARKER.exec(line)?.[1] === word),
  );
  if (from === undefined || to === undefined || from < 0 || to < 0) return null;
  const core = lines.slice(from + 1, to);
  const indents = core.filter((line) => line.trim() !== '').map((line) => line.search(/\S/));
  return core.map((line) => line.slice(Math.min(...indents))).join('\n');
};
