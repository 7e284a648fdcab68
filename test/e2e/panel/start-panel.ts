import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { makeUsuarios } from '../../../src/admin/usuarios.ts';
import { makeMintId } from '../../../src/domain/ids.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import { makeRandomBytes } from '../../../src/platform/random.ts';
import { seedSampleRestaurant } from '../../http/api/world.ts';
import { startBrowser, VIEWPORTS } from '../../support/browser.ts';
import { makeFolder } from '../../support/machine/folder.ts';
import { RESTAURANTE_ID, sampleRestaurante } from '../../support/samples.ts';
import { type Cleanup, type Service, startService } from '../../support/service.ts';
import { placeIn } from '../../support/values/place-in.ts';

const ROOT = join(import.meta.dirname, '../../..');
export const OTHER_ID = 'rest_bar_lola';
export const PASSWORD = 'tortilla con cebolla';
const BLANK = '/panel/blank';

/** Removes APIs that the oldest browsers supported by the panel (docs/panel.md) do not have yet. */
const AS_IN_2023 = `for (const [owner, ...names] of [
  [AbortSignal, 'any'],
  [Array, 'fromAsync'],
  [Map, 'groupBy'],
  [Object, 'groupBy'],
  [Promise, 'try', 'withResolvers'],
  [URL, 'canParse', 'parse'],
  [Set.prototype, 'difference', 'intersection', 'isDisjointFrom', 'isSubsetOf', 'union'],
  [Object.getPrototypeOf(Object.getPrototypeOf([].values())),
    'drop', 'every', 'filter', 'find', 'flatMap', 'forEach', 'map', 'reduce', 'some', 'take', 'toArray'],
]) for (const name of names) delete owner[name];`;

export const EMAIL = { olga: 'olga@comanda.example', ana: 'ana@pepa.example' } as const;
type Person = keyof typeof EMAIL;

/** The fields of an answer about something new that tests read. */
type Written = Partial<Record<'id' | 'enlace', string>>;

export interface RunningPanel {
  service: Service;
  url: string;
  dataDir: string;
  pedidoId: string;
  /** Unexpected errors and warnings on the console of any page so far; the last test wants none. */
  consoleErrors: string[];
  /**
   * Declares messages on this page's console, until the end of the test, that the test itself provokes. It has to be
   * called before they come: the browser may log a refusal after the page has shown it.
   */
  expectErrors(page: Page, message: RegExp): void;
  /**
   * A page, signed in as somebody or not, until the test ends. Tests take turns with one page for each person, since
   * a new one costs a second of processor time; a test that gives options, even none, gets a context of its own.
   */
  openPage(t: Cleanup, person: Person | null, options?: BrowserContextOptions): Promise<Page>;
  /** Writes to the API of the panel as who is signed in on the page; the path goes on from `/restaurantes/`. */
  write(page: Page, method: 'POST' | 'DELETE', path: string, data?: object): Promise<Written>;
  /** Creates a user, and returns the setup link. */
  invite(email: string, restauranteId: string | null): Promise<string>;
}

/** Starts a whole service with two restaurants and two users, and a browser. */
export const startPanel = async (t: Cleanup): Promise<RunningPanel> => {
  await promisify(execFile)(process.execPath, [join(ROOT, 'scripts/build.mjs')]);
  const dataDir = makeFolder();
  const [service, browser] = await Promise.all([
    startService(t, { env: { WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8', DATA_DIR: dataDir } }),
    startBrowser(t),
  ]);
  const url = service.publicUrl;
  const pedidoId = await seedSampleRestaurant(service);
  await seedSampleRestaurant(
    service,
    sampleRestaurante({ id: OTHER_ID, slug: 'lola', nombre: 'Bar Lola' }),
  );
  const randomBytes = makeRandomBytes();
  const usuarios = makeUsuarios({
    store: service.store,
    clock: systemClock,
    randomBytes,
    mintId: makeMintId(randomBytes),
  });
  const consoleErrors: string[] = [];
  const expected = new Map<Page, RegExp[]>();
  const cookies = new Map<Person, { name: string; value: string }>();

  const invite: RunningPanel['invite'] = async (email, restauranteId) => {
    const made = await usuarios.create({ email, ...placeIn(restauranteId) }, 'pruebas');
    assert.equal(made.outcome, 'created');
    return made.outcome === 'created' ? `${url}/panel/alta#${made.setupToken}` : '';
  };

  const headers = { origin: url, 'x-comanda-panel': '1' };

  const write: RunningPanel['write'] = async (page, method, path, data) => {
    // Playwright adds the type to a body, as the panel does.
    const how = data === undefined ? { method, headers } : { method, headers, data };
    const response = await page.request.fetch(`/panel/api/restaurantes/${path}`, how);
    assert.ok(response.ok(), await response.text());
    return response.status() === 204 ? {} : response.json();
  };

  /** Redeems a setup link, and keeps the session's cookie. */
  const enrol = async (person: Person, restauranteId: string | null) => {
    const token = new URL(await invite(EMAIL[person], restauranteId)).hash.slice(1);
    const response = await fetch(`${url}/panel/api/alta`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ token, clave: PASSWORD }),
    });
    assert.equal(response.status, 200, await response.text());
    const [pair = ''] = (response.headers.getSetCookie()[0] ?? '').split(';');
    const [name = '', value = ''] = pair.split('=');
    cookies.set(person, { name, value });
  };
  await Promise.all([enrol('olga', null), enrol('ana', RESTAURANTE_ID)]);

  const newPage = async (options: BrowserContextOptions = {}): Promise<Page> => {
    // Without a graphics card animations are slow, and each click waits for their end.
    const context = await browser.newContext({
      locale: 'es-ES',
      viewport: VIEWPORTS.desk,
      baseURL: url,
      reducedMotion: 'reduce',
      ...options,
    });
    await context.addInitScript(AS_IN_2023);
    const page = await context.newPage();
    const keep = (message: string): void => {
      const isExpected = expected.get(page)?.some((each) => each.test(message));
      if (!isExpected) consoleErrors.push(`${page.url()}: ${message}`);
    };
    page.on('console', (message) => {
      // The pictures of sample restaurants are nowhere.
      if (message.location().url.startsWith('https://')) return;
      if (message.type() === 'error' || message.type() === 'warning') keep(message.text());
    });
    page.on('pageerror', (error) => keep(error.message));
    return page;
  };

  const expectErrors: RunningPanel['expectErrors'] = (page, message) => {
    expected.set(page, [...(expected.get(page) ?? []), message]);
  };

  const shared = new Map<Person | null, Page>();
  const openPage: RunningPanel['openPage'] = async (t, person, options) => {
    const kept = options ? undefined : shared.get(person);
    const page = kept === undefined || kept.isClosed() ? await newPage(options) : kept;
    if (options) {
      t.after(() => page.context().close());
    } else {
      shared.set(person, page);
      t.after(async () => {
        if (!page.isClosed()) await tidy(page);
        expected.delete(page);
      });
    }
    const cookie = person === null ? undefined : cookies.get(person);
    if (cookie) {
      const domain = new URL(options?.baseURL ?? url).hostname;
      await page.context().addCookies([{ ...cookie, domain, path: '/panel' }]);
    }
    return page;
  };

  return {
    service,
    url,
    dataDir,
    pedidoId,
    consoleErrors,
    expectErrors,
    openPage,
    write,
    invite,
  };
};

/** Resets a shared page after a test. The page stays on the site, because its renderer process would end otherwise. */
const tidy = async (page: Page): Promise<void> => {
  const body = '<link rel="icon" href="data:,">';
  await page.route(BLANK, (route) => route.fulfill({ contentType: 'text/html', body }));
  await page.goto(BLANK);
  await page.unrouteAll();
  await page.evaluate('localStorage.clear()');
  await page.context().clearCookies();
  await page.emulateMedia({ colorScheme: 'light', media: null });
  await page.setViewportSize(VIEWPORTS.desk);
};

/** Answers a dialog and waits until it is gone: until then its buttons are found beside the page's. */
export const confirm = async (page: Page, answer: string): Promise<void> => {
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: answer }).click();
  await dialog.waitFor({ state: 'detached' });
};

/** The address of a page of the sample restaurant. */
export const at = (path: string): string => `/panel/r/${RESTAURANTE_ID}${path}`;

/** Holds back requests of this method until `release` is called; `count` is their number so far. */
export const holdBack = async (page: Page, path: string, method: string) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const held = { count: 0, release };
  await page.route(path, async (route) => {
    // Another handler may hold back the same path.
    if (route.request().method() !== method) return route.fallback();
    held.count += 1;
    await released;
    await route.continue();
  });
  return held;
};

/** Runs a shell command, as if pasted into a terminal. */
export const inTerminal = async (line: string): Promise<string> =>
  (await promisify(execFile)('sh', ['-c', `${line} -sS`])).stdout;
