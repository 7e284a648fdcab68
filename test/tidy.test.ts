import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { namedFiles } from './support/tidy/named-files.ts';
import {
  ambientInputs,
  importDirection,
  lockfile,
  longFiles,
  plainComments,
  type Rule,
  silencedTests,
  traces,
} from './support/tidy/rules.ts';
import { siblings } from './support/tidy/siblings.ts';
import type { SourceFile } from './support/tidy/source.ts';

const FILE_BYTES_MAX = 4_000_000;
const FOLDERS = [
  'bench',
  'bin',
  'clients',
  'command-line',
  'docs',
  'faults',
  'panel',
  'scripts',
  'src',
  'test',
];
const ROOT = join(import.meta.dirname, '..');

describe('the repository', () => {
  const files = repositoryFiles();
  const rules: Record<string, Rule> = {
    'imports point one way': importDirection,
    'folders hold few files': siblings,
    'time, chance and settings enter where they belong': ambientInputs,
    'nothing is left of a machine, a registry or an intention': traces,
    'files of src and of the panel are short': longFiles,
    'every test runs': silencedTests,
    'comments name their subject': plainComments,
    'documents name files that exist': namedFiles,
    'the lockfile is whole': lockfile,
  };
  for (const [name, rule] of Object.entries(rules)) {
    test(name, () => {
      const complaints = rule(files);
      assert.ok(complaints.length === 0, `\n${complaints.join('\n')}\n`);
    });
  }

  test('no committed file is ignored: neither formatter nor linter would check it', () => {
    assert.deepEqual(gitFiles('--cached', '--ignored', '--exclude-standard') ?? [], []);
  });
});

// That each rule lets through what is right, the repository shows.
describe('import direction', () => {
  const forbidden: [string, string][] = [
    ['src/contract/a.ts', '../domain/b.ts'],
    ['src/contract/a.ts', '../platform/clock.ts'],
    ['src/domain/a.ts', '../storage/port/log.ts'],
    ['src/domain/a.ts', '../platform/clock.ts'],
    ['src/storage/port/log.ts', '../engines/sqlite/a.ts'],
    ['src/storage/engines/sqlite/a.ts', '../postgres/b.ts'],
    ['src/storage/engines/postgres/a.ts', '../../open.ts'],
    ['src/ingest/a.ts', '../stream/b.ts'],
    ['src/stream/a.ts', '../webhooks/b.ts'],
    ['src/webhooks/a.ts', '../ingest/b.ts'],
    ['src/ingest/a.ts', '../storage/engines/sqlite/b.ts'],
    ['src/ingest/a.ts', '../config/config.ts'],
    ['src/http/a.ts', '../app.ts'],
    ['src/app.ts', './main.ts'],
    ['src/http/a.ts', '../../test/support/b.ts'],
    ['src/http/a.ts', '../../panel/b.ts'],
    ['src/novelty/a.ts', './b.ts'],
    ['panel/a.tsx', '../src/contract/b.ts'],
  ];
  for (const [path, target] of forbidden) {
    test(`${path} may not import ${target}`, () => {
      const [complaint] = importDirection([importing(path, target)]);
      assert.ok(complaint?.startsWith(path), complaint ?? 'no complaint');
    });
  }

  test('the panel may import types of the contract, and no code', () => {
    const complaints = (text: string) => importDirection([{ path: 'panel/src/a.ts', text }]);
    for (const text of [
      "import type { A } from '../../src/contract/a.ts';",
      "export type * from '../../src/contract/a.ts';",
      "export type {\n  A,\n} from '../../src/contract/a.ts';",
    ]) {
      assert.deepEqual(complaints(text), [], text);
    }
    for (const text of [
      "import { A } from '../../src/contract/a.ts';",
      "import { type A } from '../../src/contract/a.ts';",
      "export * from '../../src/contract/a.ts';",
      "import '../../src/contract/a.ts';",
      "const a = await import('../../src/contract/a.ts');",
      "import type { A } from '../../src/domain/a.ts';",
    ]) {
      assert.equal(complaints(text).length, 1, text);
    }
  });

  test('every form of import counts, and a comment does not', () => {
    const forms = [
      "import type { A } from '../http/a.ts';",
      "import {\n  a,\n  type B,\n} from '../http/a.ts';",
      "export * from '../http/a.ts';",
      "import '../http/a.ts';",
      "const a = await import('../http/a.ts');",
      "new Worker(new URL('../http/a.ts', import.meta.url));",
      "type A = import('../http/a.ts').A;",
    ];
    for (const text of forms) {
      assert.equal(importDirection([{ path: 'src/domain/a.ts', text }]).length, 1, text);
    }
    const text = "// import '../http/a.ts'\n/* from '../http/a.ts' */ const slash = /\\/*'/;\n";
    assert.deepEqual(importDirection([{ path: 'src/domain/a.ts', text }]), []);
  });
});

describe('siblings', () => {
  const folder = (path: string, count: number): SourceFile[] =>
    Array.from({ length: count }, (_, i) => ({ path: `${path}/${i}.ts`, text: '' }));

  test('15 code files side by side are enough', () => {
    assert.deepEqual(siblings([...folder('src/a', 15), ...folder('src/a/b', 15)]), []);
    assert.equal(siblings(folder('src/a', 16)).length, 1);
    const others = { path: 'src/a/notes.sql', text: '' };
    assert.deepEqual(siblings([...folder('src/a', 15), others]), []);
    assert.deepEqual(siblings(folder('docs', 16)), []);
  });
});

describe('named files', () => {
  const code = { path: 'src/storage/log.ts', text: '' };
  const named = (text: string, path = 'docs/a.md') => namedFiles([code, { path, text }]);

  test('a file may be named by the end of its path', () => {
    assert.deepEqual(named('`log.ts`, `storage/log.ts`, `src/storage/log.ts`, `npm test`'), []);
  });

  test('a missing one is found, but not in the list of changes', () => {
    assert.equal(named('a line\n`storage/catalog.ts`').length, 1);
    assert.equal(named('`og.ts`').length, 1);
    assert.deepEqual(named('`catalog.ts`', 'CHANGELOG.md'), []);
  });
});

describe('ambient inputs', () => {
  const cases: [string, string][] = [
    ['Date.now()', 'src/platform/clock.ts'],
    ['new Date()', 'src/platform/clock.ts'],
    ['performance.now()', 'src/platform/clock.ts'],
    ['Temporal.Now.instant()', 'src/platform/clock.ts'],
    ['process.hrtime.bigint()', 'src/platform/clock.ts'],
    ['Math.random()', 'src/platform/random.ts'],
    ['crypto.randomUUID()', 'src/platform/random.ts'],
    ['crypto.getRandomValues(bytes)', 'src/platform/random.ts'],
    ["import { randomBytes } from 'node:crypto'", 'src/platform/random.ts'],
    ['process.env', 'src/config/config.ts'],
    ["import { env } from 'node:process'", 'src/config/config.ts'],
  ];
  for (const [text, owner] of cases) {
    test(`${text} belongs to ${owner}`, () => {
      assert.equal(ambientInputs([{ path: 'src/http/a.ts', text }]).length, 1);
      assert.deepEqual(ambientInputs([{ path: owner, text }]), []);
      assert.deepEqual(ambientInputs([{ path: 'test/a.test.ts', text }]), []);
    });
  }

  test('comments, strings and dates made from values are allowed', () => {
    const text = "// Date.now\nconst a = 'Math.random'; const b = new Date(a); randomBytes(3);";
    assert.deepEqual(ambientInputs([{ path: 'src/http/a.ts', text }]), []);
  });

  test('code inside a template is code', () => {
    const text = `const a = \`\${'$'}{Date.now()}\`;`;
    assert.equal(ambientInputs([{ path: 'src/http/a.ts', text }]).length, 1);
  });
});

describe('a comment', () => {
  const complaintsOf = (text: string) => plainComments([{ path: 'src/a.ts', text }]).length;

  test('that begins with a relative clause is a riddle', () => {
    assert.equal(complaintsOf('/** What follows the prefix. */'), 1);
    assert.equal(complaintsOf('a();\n  // Whoever waits for it.\n'), 1);
    assert.equal(complaintsOf('/**\n * Those that are late.\n */'), 1);
  });
});

describe('traces', () => {
  // Put together here, so that this file passes its own test.
  const leaves = [
    ['', 'home', 'ana', 'comanda'].join('/'),
    ['', 'root', '.npmrc'].join('/'),
    ['https://registry', 'example', 'org/pino'].join('.'),
    `${['"resol', 'ved"'].join('')}: "https://x"`,
    `// ${['TO', 'DO'].join('')}: later`,
    `// ${['FIX', 'ME'].join('')}`,
  ];
  for (const text of leaves) {
    test(`${text} leaves one`, () => {
      assert.equal(traces([{ path: 'docs/a.md', text: `a line\n${text}` }]).length, 1);
    });
  }

  test('routes, relative paths and Spanish words leave none', () => {
    const text = 'GET /api/home/x, ./work/x, https://example.org/home/x, todo el pedido';
    assert.deepEqual(traces([{ path: 'docs/a.md', text }]), []);
  });
});

describe('long files', () => {
  const lines = (count: number): string => 'line\n'.repeat(count);

  test('350 lines are enough', () => {
    assert.deepEqual(longFiles([{ path: 'src/a.ts', text: lines(350) }]), []);
    assert.equal(longFiles([{ path: 'src/a.ts', text: lines(351) }]).length, 1);
    assert.equal(longFiles([{ path: 'panel/src/a.css', text: lines(351) }]).length, 1);
    assert.deepEqual(longFiles([{ path: 'test/a.test.ts', text: lines(351) }]), []);
  });
});

describe('silenced tests', () => {
  for (const text of [
    "test.only('a', f)",
    "test.skip('a', f)",
    "describe.skip('a', f)",
    "it.todo('a')",
    't.skip()',
    "test('a', { skip: true }, f)",
    "test('a', { only: true }, f)",
  ]) {
    test(`${text} is found`, () => {
      assert.equal(silencedTests([{ path: 'test/a.test.ts', text }]).length, 1);
    });
  }

  test('a string or another kind of skip is allowed', () => {
    const text = "const a = 'test.only'; rows.skip(3); const b = 4 / 2; // test.skip";
    assert.deepEqual(silencedTests([{ path: 'test/a.test.ts', text }]), []);
  });
});

describe('lockfile', () => {
  const check = (packages: object): string[] =>
    lockfile([{ path: 'package-lock.json', text: JSON.stringify({ packages }) }]);
  const root = { dependencies: { a: '1.0.0' }, optionalDependencies: { 'b-x64': '2.0.0' } };
  const a = { version: '1.0.0', integrity: 'sha512-a', dependencies: { c: '^1' } };
  const whole = {
    '': root,
    'node_modules/a': a,
    'node_modules/a/node_modules/c': { integrity: 'sha512-c' },
    'node_modules/b-x64': { integrity: 'sha512-b', optional: true },
  };

  test('a forgotten platform, a lost hash and a loose version are found', () => {
    const { 'node_modules/b-x64': _, ...forgotten } = whole;
    assert.match(check(forgotten)[0] ?? '', /b-x64 is not locked/);
    assert.match(check({ ...whole, 'node_modules/b-x64': {} })[0] ?? '', /has no hash/);
    const loose = { ...root, dependencies: { a: '^1.0.0' } };
    assert.match(check({ ...whole, '': loose })[0] ?? '', /a is not pinned/);
  });
});

function importing(path: string, target: string): SourceFile {
  return { path, text: `import { x } from '${target}';\n` };
}

function repositoryFiles(): SourceFile[] {
  return listFiles().flatMap((path) => {
    const stat = statSync(join(ROOT, path), { throwIfNoEntry: false });
    if (!stat?.isFile() || stat.size > FILE_BYTES_MAX) return [];
    const text = readFileSync(join(ROOT, path), 'utf8');
    return text.includes('\0') ? [] : [{ path, text }];
  });
}

/** Committed files and, in our own folders, uncommitted ones; outside a git checkout, all files. */
function listFiles(): string[] {
  const committed = gitFiles();
  if (committed !== null) {
    return [...committed, ...(gitFiles('--others', '--exclude-standard', '--', ...FOLDERS) ?? [])];
  }
  const ignored = new Set(['node_modules', '.git', 'dist', 'coverage']);
  return readdirSync(ROOT, { recursive: true, encoding: 'utf8' }).filter(
    (path) => !path.startsWith('data/') && !path.split('/').some((part) => ignored.has(part)),
  );
}

/** Null outside a git checkout. */
function gitFiles(...args: string[]): string[] | null {
  try {
    return execFileSync('git', ['ls-files', '-z', ...args], {
      cwd: ROOT,
      encoding: 'utf8',
      stdio: 'pipe',
    })
      .split('\0')
      .filter(Boolean);
  } catch {
    return null;
  }
}
