// Finds a Chromium for the browser tests, or installs one. Runs before `npm test`, and prints nothing when there is a
// browser; the tests ask it where that is. A machine that has none and can get none still runs every other test: the
// browser tests then fail with the line that is written here.

import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hasApt, libraryPath, run, unpackPackages } from './debian.ts';

const VERSION_MS_MAX = 20_000;
/**
 * Debian's packages, the better one first: headless Chromium takes half the processor time, but not every release
 * has it.
 */
const PACKAGES = ['chromium-headless-shell', 'chromium'];
/** Without a font, pages have no text. */
const FONT = 'fonts-dejavu-core';

/** Variables that name a browser, ours first; the others are what people already have set. */
const VARIABLES = ['CHROMIUM', 'CHROME_PATH', 'CHROMIUM_PATH', 'CHROME_BIN'];
const NAMES = [
  'chromium-headless-shell',
  'chrome-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'chrome',
];
const PLACES = [
  '/usr/lib/chromium/chromium',
  '/usr/lib/chromium-browser/chromium-browser',
  '/opt/google/chrome/chrome',
  '/snap/bin/chromium',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

export const ADVICE =
  'The browser tests need Chromium. Install it (Debian, Ubuntu: `apt-get install chromium`; elsewhere: ' +
  '`npx playwright-core install chromium`), or name one in the variable CHROMIUM.';

interface Found {
  executablePath: string;
  libraryPath: string | null;
}

/** The first browser that really starts: on some systems a program of that name only says how to install it. */
export const findBrowser = (environment: NodeJS.ProcessEnv = process.env): Found | null => {
  const named = VARIABLES.map((name) => environment[name]).find(Boolean);
  if (named !== undefined) {
    // A browser that a variable names is used, or none.
    const found = { executablePath: named, libraryPath: null };
    return starts(found) ? found : null;
  }
  const folders = (environment['PATH'] ?? '').split(delimiter).filter(Boolean);
  const inPath = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  const plain = [...inPath, ...PLACES, ...playwrightBrowsers(environment)];
  const candidates: Found[] = [
    ...plain.map((executablePath) => ({ executablePath, libraryPath: null })),
    ...unpackedBrowsers(environment),
  ];
  return candidates.find((each) => existsSync(each.executablePath) && starts(each)) ?? null;
};

const starts = ({ executablePath, libraryPath }: Found): boolean => {
  const run = spawnSync(executablePath, ['--version'], {
    encoding: 'utf8',
    timeout: VERSION_MS_MAX,
    env: libraryPath === null ? process.env : { ...process.env, LD_LIBRARY_PATH: libraryPath },
  });
  return run.status === 0 && /Chrom/.test(run.stdout);
};

/** The browsers that Playwright's own installer left in its folder. */
const playwrightBrowsers = (environment: NodeJS.ProcessEnv): string[] => {
  const mac = process.platform === 'darwin';
  const home = join(homedir(), mac ? 'Library/Caches' : '.cache', 'ms-playwright');
  const folder = environment['PLAYWRIGHT_BROWSERS_PATH'] || home;
  return list(folder)
    .filter((name) => /^chromium/.test(name))
    .flatMap((name) => list(join(folder, name)).map((inner) => join(folder, name, inner)))
    .flatMap((inner) => [
      join(inner, 'chrome'),
      join(inner, 'headless_shell'),
      join(inner, 'chrome-headless-shell'),
      join(inner, 'Chromium.app/Contents/MacOS/Chromium'),
    ]);
};

/** Where `unpackDebian` puts a browser. */
const unpackedFolder = (environment: NodeJS.ProcessEnv): string =>
  join(environment['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'comanda', 'chromium');

/** The browsers that `unpackDebian` left, with the folders of the libraries that came with them. */
const unpackedBrowsers = (environment: NodeJS.ProcessEnv): Found[] => {
  const root = unpackedFolder(environment);
  return PACKAGES.map((name) => ({
    executablePath: join(root, 'usr/lib/chromium', name),
    libraryPath: libraryPath(root),
  }));
};

const list = (folder: string): string[] => {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
};

/** Tries each way in turn, until there is a browser. */
const installBrowser = (): boolean => {
  const isRoot = process.getuid?.() === 0;
  const debian = isRoot ? installDebian : unpackDebian;
  const ways = [
    ...(hasApt() ? PACKAGES.map((name) => () => debian(name)) : []),
    ...(process.platform === 'win32' ? [] : [downloadBuild]),
  ];
  return ways.some((way) => {
    const problem = attempt(way);
    if (problem !== null) say(problem);
    return findBrowser() !== null;
  });
};

/** Returns an exception as a problem to report, because a full disk or a read-only home is one like any other. */
const attempt = (way: () => string | null): string | null => {
  try {
    return way();
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
};

const installDebian = (name: string): string | null => {
  say(`installing ${name} for the browser tests (apt-get, once) …`);
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const wait = ['-o', 'DPkg::Lock::Timeout=120'];
  const wanted = ['install', '-y', '--no-install-recommends', name, FONT];
  const install = () => run('apt-get', [...wait, ...wanted], { env: environment });
  if (install() === null) return null;
  // A fresh image has no package lists yet, an old one has stale ones.
  return run('apt-get', [...wait, 'update'], { env: environment }) ?? install();
};

/** Unpacks the browser into the user's cache, without root. */
const unpackDebian = (name: string): string | null => {
  say(`unpacking ${name} for the browser tests into the cache (apt-get download, once) …`);
  return unpackPackages([name, FONT], unpackedFolder(process.env));
};

/** The last resort: Playwright's own build needs more from the system than we can bring. */
const downloadBuild = (): string | null => {
  say('downloading Chromium for the browser tests (playwright-core install, once) …');
  const cli = fileURLToPath(new URL('../node_modules/playwright-core/cli.js', import.meta.url));
  return run(process.execPath, [cli, 'install', 'chromium-headless-shell']);
};

const say = (text: string): void => void process.stderr.write(`comanda: ${text}\n`);

if (import.meta.main) {
  const named = VARIABLES.find((name) => process.env[name]);
  if (findBrowser() === null) {
    if (named !== undefined)
      say(`${named}=${process.env[named]} is no browser that starts. ${ADVICE}`);
    else if (!installBrowser()) say(ADVICE);
  }
}
