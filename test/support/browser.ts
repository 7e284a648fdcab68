// A real browser for tests: the system's Chromium, driven by playwright-core. scripts/browser.ts finds
// it, and brings it before `npm test` where it can.

import { type Browser, chromium } from 'playwright-core';
import { ADVICE, findBrowser } from '../../scripts/browser.ts';
import type { Cleanup } from './service.ts';

/** Fewer processes: site isolation is of no use here, and takes a sixth of the time. */
const FEW_PROCESSES = [
  '--no-zygote',
  '--in-process-gpu',
  // Debian's launcher asks for rasterising on a graphics card, which would have to be emulated.
  '--disable-gpu',
  '--disable-features=site-per-process,IsolateOrigins',
];

/** Timeout that is long enough for a machine that is slow and busy. */
export const PATIENCE_MS = 180_000;

/**
 * Resolves to this machine, but unlike a loopback address it is no secure context: a page without https, as in most
 * kitchens.
 */
export const INSECURE_HOST = 'comanda.test';

/**
 * One browser, closed at the end. Its sandbox stays off: root cannot have it, many containers do not
 * allow it, and it sees nothing here but our own pages.
 */
export const startBrowser = async (t: Cleanup): Promise<Browser> => {
  const found = findBrowser();
  if (found === null) throw new Error(ADVICE);
  const { executablePath, libraryPath } = found;
  const browser = await chromium.launch({
    executablePath,
    chromiumSandbox: false,
    timeout: PATIENCE_MS,
    args: [...FEW_PROCESSES, `--host-resolver-rules=MAP ${INSECURE_HOST} 127.0.0.1`],
    ...(libraryPath !== null && { env: { ...process.env, LD_LIBRARY_PATH: libraryPath } }),
  });
  browser.on('context', (context) => context.setDefaultTimeout(PATIENCE_MS));
  t.after(() => browser.close());
  return browser;
};

/** Common sizes to look at. */
export const VIEWPORTS = {
  desk: { width: 1440, height: 900 },
  tablet: { width: 1024, height: 768 },
  pocket: { width: 390, height: 844 },
  smallest: { width: 320, height: 568 },
} as const;
