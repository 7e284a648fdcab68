import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { makeUsuarios } from '../../../src/admin/usuarios.ts';
import { systemClock } from '../../../src/clock.ts';
import { makeMintId } from '../../../src/domain/ids.ts';
import { makeRandomBytes } from '../../../src/random.ts';
import { furnish } from '../../http/api/world.ts';
import { startBrowser, VIEWPORTS } from '../../support/browser.ts';
import { RESTAURANTE_ID, sampleRestaurante } from '../../support/samples.ts';
import { type Cleanup, type Service, startService } from '../../support/service.ts';

const ROOT = join(import.meta.dirname, '../../..');
export const OTHER_ID = 'rest_bar_lola';
export const PASSWORD = 'tortilla con cebolla';
/** Slow machines are slow; what is wrong stays wrong for longer than this. */
export const PATIENCE_MS = 60_000;

export const EMAIL = { olga: 'olga@comanda.example', ana: 'ana@pepa.example' } as const;
export type Person = keyof typeof EMAIL;

export interface RunningPanel {
  service: Service;
  browser: Browser;
  url: string;
  pedidoId: string;
  /** What every page complained of so far: looked at in the end. */
  complaints: string[];
  /** A page of somebody who is signed in, or of nobody, for as long as the test lasts. */
  visit(t: Cleanup, person: Person | null, options?: BrowserContextOptions): Promise<Page>;
  /** A fresh one-time link. */
  invite(email: string, restauranteId: string | null): Promise<string>;
}

/** A whole service with two restaurants, two people, and one browser for all tests. */
export const startPanel = async (t: Cleanup): Promise<RunningPanel> => {
  await promisify(execFile)(process.execPath, [join(ROOT, 'scripts/panel.mjs')]);
  const [service, browser] = await Promise.all([
    startService(t, { env: { WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' } }),
    startBrowser(t),
  ]);
  const url = service.publicUrl;
  const pedidoId = await furnish(service);
  await furnish(service, sampleRestaurante({ id: OTHER_ID, slug: 'lola', nombre: 'Bar Lola' }));
  const randomBytes = makeRandomBytes();
  const usuarios = makeUsuarios({
    ...{ store: service.store, clock: systemClock },
    ...{ randomBytes, mintId: makeMintId(randomBytes) },
  });
  const complaints: string[] = [];
  const cookies = new Map<Person, { name: string; value: string }>();

  const invite: RunningPanel['invite'] = async (email, restauranteId) => {
    const made = await usuarios.create({ email, restauranteId }, 'pruebas');
    assert.equal(made.outcome, 'created');
    return made.outcome === 'created' ? `${url}/panel/alta#${made.setupToken}` : '';
  };

  /** Chooses the password as the page does; the answer's cookie is a session. */
  const enrol = async (person: Person, restauranteId: string | null) => {
    const token = new URL(await invite(EMAIL[person], restauranteId)).hash.slice(1);
    const response = await fetch(`${url}/panel/api/alta`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: url, 'x-comanda-panel': '1' },
      body: JSON.stringify({ token, clave: PASSWORD }),
    });
    assert.equal(response.status, 200, await response.text());
    const [pair = ''] = (response.headers.getSetCookie()[0] ?? '').split(';');
    const [name = '', value = ''] = pair.split('=');
    cookies.set(person, { name, value });
  };
  await Promise.all([enrol('olga', null), enrol('ana', RESTAURANTE_ID)]);

  const visit: RunningPanel['visit'] = async (t, person, options = {}) => {
    // What moves is drawn without a graphics card here, and whoever clicks has to wait until it stands still.
    const context = await browser.newContext({
      ...{ locale: 'es-ES', viewport: VIEWPORTS.desk, baseURL: url, reducedMotion: 'reduce' },
      ...options,
    });
    t.after(() => context.close());
    context.setDefaultTimeout(PATIENCE_MS);
    const cookie = person === null ? undefined : cookies.get(person);
    if (cookie) await context.addCookies([{ ...cookie, domain: '127.0.0.1', path: '/panel' }]);
    const page = await context.newPage();
    page.on('console', (message) => {
      if (message.type() !== 'error' && message.type() !== 'warning') return;
      complaints.push(`${page.url()}: ${message.text()}`);
    });
    page.on('pageerror', (error) => complaints.push(`${page.url()}: ${error.message}`));
    return page;
  };

  return { service, browser, url, pedidoId, complaints, visit, invite };
};

/** Below the restaurant that everything is about. */
export const at = (path: string): string => `/panel/r/${RESTAURANTE_ID}${path}`;

/** Runs a line as a person would who pasted it into a terminal. */
export const inTerminal = async (line: string): Promise<string> =>
  (await promisify(execFile)('sh', ['-c', `${line} -sS`])).stdout;
