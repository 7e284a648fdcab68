// The rules that keep the house in order, as pure functions over files. Each returns its complaints,
// and each complaint says where it is and what to do about it.

import { lineAt, references, resolve, type SourceFile, withoutLiterals } from './source.ts';

export type Rule = (files: readonly SourceFile[]) => string[];

/** The parts of src and what each may import besides itself; everything not named is forbidden. */
const LAYERS: Readonly<Record<string, readonly string[]>> = {
  contract: [],
  domain: ['contract'],
  // The ground floor, which every layer may use: clock, randomness, logs, async.
  platform: ['contract'],
  config: ['contract', 'platform'],
  storage: ['contract', 'domain', 'platform'],
  'storage/engines/sqlite': ['contract', 'domain', 'platform', 'storage'],
  'storage/engines/postgres': ['contract', 'domain', 'platform', 'storage'],
  // The only access to the engines, for code that starts the service or works beside it.
  'storage/open': [
    'contract',
    'domain',
    'platform',
    'storage',
    'storage/engines/sqlite',
    'storage/engines/postgres',
  ],
  admin: ['contract', 'domain', 'platform', 'storage', 'mail'],
  ingest: ['contract', 'domain', 'platform', 'storage'],
  stream: ['contract', 'domain', 'platform', 'storage'],
  export: ['contract', 'domain', 'platform', 'storage'],
  webhooks: ['contract', 'domain', 'platform', 'storage'],
  mail: ['contract', 'domain', 'platform', 'storage'],
  health: ['contract', 'domain', 'platform', 'storage', 'mail'],
  deliveries: [
    ...['contract', 'domain', 'platform', 'storage', 'admin', 'mail'],
    ...['export', 'webhooks', 'health'],
  ],
  http: [
    ...['contract', 'domain', 'platform', 'storage', 'admin', 'mail', 'health'],
    ...['ingest', 'stream', 'export', 'webhooks', 'deliveries'],
  ],
  // Speaks to a running service through its private door, and to the store for data that the door does not offer.
  demo: ['contract', 'domain', 'platform', 'storage', 'admin'],
  // Numbers alone.
  capacity: [],
  app: [
    ...['contract', 'domain', 'platform', 'config', 'storage', 'storage/open'],
    ...[
      'storage/engines/sqlite',
      'storage/engines/postgres',
      'admin',
      'ingest',
      'stream',
      'export',
    ],
    ...['webhooks', 'mail', 'health', 'deliveries', 'http'],
  ],
  cli: [
    ...['contract', 'domain', 'platform', 'config', 'storage', 'storage/open'],
    ...[
      'storage/engines/sqlite',
      'storage/engines/postgres',
      'admin',
      'webhooks',
      'mail',
      'deliveries',
      'ingest',
      'demo',
      'capacity',
      'app',
    ],
  ],
  main: ['platform', 'config', 'app', 'cli'],
  // These know the OpenAPI document only.
  panel: [],
  // The documentation is built from the contract, with the theme of the panel.
  docs: ['contract', 'panel'],
  clients: [],
  // The common parts of the programs of operators and integrators.
  'command-line': [],
};

/** Layers from which a layer may import types only: no code of the server gets into the bundle. */
const TYPES_ONLY: Readonly<Record<string, readonly string[]>> = { panel: ['contract'] };

/** Folders that src must not import. A folder without a line in LAYERS may itself import anything. */
const BESIDE_SRC = [
  'bench',
  'bin',
  'clients',
  'command-line',
  'docs',
  'faults',
  'panel',
  'scripts',
  'test',
];

/** The only modules that may read the clock, randomness and the environment. */
const INPUTS = [
  {
    owner: 'src/platform/clock.ts',
    pattern:
      /\bDate\.now\b|\bnew Date\(\s*\)|\bperformance\.(?:now|timeOrigin)\b|\bTemporal\.Now\b|\bprocess\.hrtime\b/g,
  },
  {
    owner: 'src/platform/random.ts',
    // Only qualified names: code that receives a source of randomness may call it by the same name.
    pattern:
      /\bMath\.random\b|\bcrypto\.(?:random\w+|getRandomValues)|\bimport\b[^;'"]*\b(?:random\w+|getRandomValues)\b[^;'"]*from ['"](?:node:)?crypto/g,
  },
  {
    owner: 'src/config/config.ts',
    pattern: /\bprocess\s*\.\s*env\b|\bprocess\[['"]env['"]\]|\benv\b[^;'"]*from ['"]node:process/g,
  },
];

const FILE_LINES_MAX = 350;

/** `contract ← domain ← storage ← {ingest, stream, webhooks} ← http ← app ← cli ← main`. */
export const importDirection: Rule = (files) =>
  files.flatMap(({ path, text }) => {
    const from = layerOf(path);
    if (from === null || !isCode(path)) return [];
    const allowed = LAYERS[from];
    if (allowed === undefined) {
      if (BESIDE_SRC.includes(from)) return [];
      return [
        `${path}: src/${from} has no place yet. Give it one in LAYERS of test/support/tidy/rules.ts.`,
      ];
    }
    return references(text).flatMap(({ target, line, isTypeOnly }) => {
      const resolved = resolve(path, target);
      const to = resolved === null ? null : layerOf(resolved);
      if (to === null || to === from || allowed.includes(to)) return [];
      if (TYPES_ONLY[from]?.includes(to)) {
        if (isTypeOnly) return [];
        return [
          `${path}:${line}: ${from} may import only types of ${to} (${resolved}). Write \`import type\`.`,
        ];
      }
      return [
        `${path}:${line}: ${from} imports ${to} (${resolved}); it may import ${allowed.join(', ') || 'nothing else of src'}. ` +
          'Move what is shared to a lower layer, or pass it in as an argument.',
      ];
    });
  });

export const ambientInputs: Rule = (files) =>
  files.filter(isSource).flatMap(({ path, text }) =>
    INPUTS.filter(({ owner }) => owner !== path).flatMap(({ owner, pattern }) => {
      // Strings stay only where they are the source of an import.
      const code = withoutLiterals(text, /^['"](?:node:)?(?:crypto|process|env)['"]$/);
      return [...code.matchAll(pattern)].map(
        (match) =>
          `${path}:${lineAt(code, match.index)}: ${match[0].replace(/\s+/g, ' ')} belongs to ${owner} alone. ` +
          'Take the value as an argument from whoever owns it.',
      );
    }),
  );

/** Traces of one machine, and promises that nobody keeps. */
export const traces: Rule = (files) =>
  files.flatMap((file) => [
    ...complain(
      file,
      /(?<![\w.~@-])\/(?:work|root|home|Users)\/[\w.-]+/g,
      'is a path of one machine. Write it relative to the repository or take it from the settings.',
    ),
    ...complain(
      file,
      /\bregistry\.[a-z0-9-]+\.[a-z]{2,}|"resolved"\s*:\s*"\w+:/g,
      'ties the repository to one package registry. Leave the address out (see .npmrc).',
    ),
    ...(file.path === 'package-lock.json'
      ? []
      : complain(
          file,
          /\b(?:[T]ODO|[F]IXME)\b/g,
          'will not be done here. Do it, or open an issue.',
        )),
  ]);

/** Such a comment circles around its subject: it wants to be read twice. */
const RIDDLE =
  /(?:^|\n)[ \t]*(?:\/\/|\/\*\*|\*) (?:What|Whoever|Those that|Those who|That which)\b/g;

export const plainComments: Rule = (files) =>
  files
    .filter(({ path }) => /\.(?:[cm]?[jt]sx?|css)$/.test(path))
    .flatMap((file) => complain(file, RIDDLE, 'begins a comment. Name who or what acts.'));

/** Except a baseline: the whole schema of an engine is one file. */
export const longFiles: Rule = (files) =>
  files
    .filter(({ path }) => /^(?:src|panel\/src|docs\/site)\//.test(path))
    .filter(({ path }) => !path.endsWith('/migrations/0001_comanda.sql'))
    .map(({ path, text }) => ({ path, lines: text.trimEnd().split('\n').length }))
    .filter(({ lines }) => lines > FILE_LINES_MAX)
    .map(
      ({ path, lines }) =>
        `${path}: ${lines} lines, more than ${FILE_LINES_MAX}. Look for the second idea in it and give it a file.`,
    );

export const silencedTests: Rule = (files) =>
  files
    .filter(({ path }) => isCode(path))
    .flatMap(({ path, text }) =>
      complain(
        { path, text: withoutLiterals(text) },
        /\b(?:test|it|describe|suite|t)\.(?:only|skip|todo)\b|\{\s*(?:only|skip|todo)\s*:/g,
        'leaves tests out of the run. Repair the test, or delete it and say why in the commit.',
      ),
    );

interface LockedPackage {
  readonly integrity?: string;
  readonly link?: boolean;
  readonly dev?: boolean;
  readonly hasInstallScript?: boolean;
  readonly [kind: string]: unknown;
}

/** They build a faster cipher, and do without where nothing can be built or scripts are off (docs/decisions/dependencies.md). */
const OPTIONAL_BUILDS = new Set(['node_modules/ssh2', 'node_modules/cpu-features']);

/** npm forgets the packages of other platforms when it writes the lockfile beside a node_modules. */
export const lockfile: Rule = (files) => {
  const text = files.find(({ path }) => path === 'package-lock.json')?.text;
  if (text === undefined) return [];
  const { packages } = JSON.parse(text) as { packages: Record<string, LockedPackage> };
  const locked = new Set(Object.keys(packages).map((path) => path.split('node_modules/').at(-1)));
  const again =
    'Write the lockfile again in a folder that holds only package.json and .npmrc: `npm install --package-lock-only`.';
  return Object.entries(packages).flatMap(([path, entry]) => {
    const name = path || 'package.json';
    const problems: string[] = [];
    if (path.includes('node_modules/') && !entry.integrity && !entry.link)
      problems.push(`${name} has no hash`);
    // `npm ci --omit=dev` on an operator's machine runs nobody's code.
    if (entry.hasInstallScript && !entry.dev && !OPTIONAL_BUILDS.has(name))
      problems.push(`${name} has an install script`);
    for (const kind of ['dependencies', 'devDependencies', 'optionalDependencies']) {
      for (const [wanted, range] of Object.entries((entry[kind] ?? {}) as Record<string, string>)) {
        const isOurs = !path.includes('node_modules/');
        if (!isOurs && kind === 'devDependencies') continue;
        if (isOurs && !/^\d/.test(range)) problems.push(`${wanted} is not pinned: ${range}`);
        if (!locked.has(wanted)) problems.push(`${wanted} is not locked`);
      }
    }
    return problems.map((problem) => `package-lock.json: ${problem} (${name}). ${again}`);
  });
};

function complain({ path, text }: SourceFile, pattern: RegExp, advice: string): string[] {
  return [...text.matchAll(pattern)].map(
    (match) => `${path}:${lineAt(text, match.index)}: ${match[0]} ${advice}`,
  );
}

function isCode(path: string): boolean {
  return /\.[cm]?[jt]sx?$/.test(path);
}

function isSource({ path }: SourceFile): boolean {
  return path.startsWith('src/') && isCode(path);
}

/** The layer of a path, or its folder beside src; null for files that any layer may refer to. */
function layerOf(path: string): string | null {
  // Built files are served, not imported.
  if (/^(?:panel|docs\/site)\/dist(?:\/|$)/.test(path)) return null;
  const [top, first = '', ...rest] = path.split('/');
  if (top !== 'src') return BESIDE_SRC.includes(top ?? '') ? (top ?? null) : null;
  if (!path.slice(4).includes('/')) {
    const name = first.replace(/\.\w+$/, '');
    return name in LAYERS ? name : null;
  }
  const [second = '', third = ''] = rest.map((name) => name.replace(/\.\w+$/, ''));
  const nested = [`${first}/${second}/${third}`, `${first}/${second}`];
  return nested.find((name) => name in LAYERS) ?? first;
}
