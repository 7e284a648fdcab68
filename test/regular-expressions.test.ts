import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { runInNewContext } from 'node:vm';
import { attacksOn } from './support/regex/attacks.ts';
import { findCostly } from './support/regex/backtracks.ts';
import { parseRegex } from './support/regex/parse.ts';
import { literals } from './support/tidy/source.ts';

// A regular expression that backtracks over a request's bytes stops the process for everybody. The test gives each
// one that may see them 16 KB of hostile text, and limits how often it may go back for each character: a quadratic one
// does so thousands of times.

const ATTACK_CHARS = 16_384;
const BACKTRACKS_MAX = 100 * ATTACK_CHARS;

const SRC = join(import.meta.dirname, '../src');
/** Programs that run on import, so that the test must not import them. */
const PROGRAMS = ['main.ts', 'export/worker.ts'];

/** A text on which the expression takes too long; null if there is none. */
const worstAttack = (regex: RegExp): string | null => {
  const texts = attacksOn(parseRegex(regex), ATTACK_CHARS);
  const found = findCostly(regex, texts, BACKTRACKS_MAX);
  return found === undefined ? null : `${found.slice(0, 40)}…${found.slice(-5)}`;
};

/** Their expressions see no request: the command line, the environment, the orders of the demo. */
const ELSEWHERE = ['cli/', 'config/', 'demo/', 'storage/engines/postgres/driver/'];

const sources = globSync('**/*.ts', { cwd: SRC })
  .filter((file) => !ELSEWHERE.some((part) => file.startsWith(part)))
  .sort();

/** Regular expressions in a source: literals, and strings that begin like a schema's pattern. */
const written = (file: string): RegExp[] =>
  literals(readFileSync(join(SRC, file), 'utf8')).flatMap(({ kind, text }) => {
    if (kind === 'regex') {
      const end = text.lastIndexOf('/');
      const flags = text.slice(end + 1);
      // A slash with other words behind it is part of an address in a template.
      return /^[dgimsuvy]*$/.test(flags) ? [new RegExp(text.slice(1, end), flags)] : [];
    }
    if (!/^['"]\^/.test(text)) return [];
    return [new RegExp(runInNewContext(text), 'u')];
  });

/** Regular expressions that `src` constructs while it is loaded. */
const constructed = async (): Promise<RegExp[]> => {
  const found: RegExp[] = [];
  const original = globalThis.RegExp;
  globalThis.RegExp = new Proxy(original, {
    construct(target, args: [string, string?]) {
      const regex = new target(...args);
      const caller = new Error('who asks').stack?.split('\n')[2] ?? '';
      if (caller.includes(SRC)) found.push(regex);
      return regex;
    },
  });
  try {
    for (const file of sources) if (!PROGRAMS.includes(file)) await import(join(SRC, file));
  } finally {
    globalThis.RegExp = original;
  }
  return found;
};

describe('a regular expression that meets a request takes linear time', () => {
  for (const file of sources) {
    for (const regex of written(file)) {
      test(`${file}: ${regex}`, () => assert.equal(worstAttack(regex), null));
    }
  }

  test('expressions that are constructed at run time', async () => {
    const found = await constructed();
    assert.ok(found.length >= 3, `only ${found.length} were found`);
    for (const regex of found) assert.equal(worstAttack(regex), null, String(regex));
  });
});

describe('the search for an attack', () => {
  const hostile = [
    /-[\w-]+\.\w+$/,
    /\/+$/,
    /^application\/json\s*(?:;\s*charset\s*=\s*"?utf-8"?)?\s*;?\s*$/i,
    /^(?:a+)+$/,
    /^(?:a|aa)+$/,
    /^\d+[0-5]*x$/,
    /\s*,/g,
    /^(?:.*,)*$/,
    /x*?y/,
  ];
  for (const regex of hostile) {
    test(`rejects ${regex}`, () => assert.notEqual(worstAttack(regex), null));
  }

  const harmless = [/^\s*$/, /a/g, /^(?:[a-z]+-)*[a-z]+$/, /^.{1,64}@(?:[a-z]{1,9}\.)+[a-z]+$/];
  for (const regex of harmless) {
    test(`accepts ${regex}`, () => assert.equal(worstAttack(regex), null));
  }
});
