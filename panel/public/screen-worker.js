// The offline shell of screens on a wall, which register it for the addresses below /panel/pantalla/: without the server
// a reload shows the page, and the page its last orders. It keeps the program alone, never an answer of the API.
(() => {
  const CACHE = 'comanda-screens';
  /** So long the server has to answer before the kept page is shown. */
  const WAIT_MS = 4_000;
  const HASHED = /\/assets\//;
  /** The addresses in the page; a foreign page, such as a portal's, names no program of ours. */
  const NAMED = /(?:src|href)="([^"]+)"/g;
  const PROGRAM = /assets\/index-[\w-]+\.js/;

  const worker = /** @type {any} */ (self);
  /** Every screen has the same page. */
  const page = new URL('pantalla/', worker.location.href).href;

  const isOurs = (/** @type {Response} */ response, /** @type {string} */ html) =>
    response.ok && !response.redirected && PROGRAM.test(html);

  /** Keeps a page and the files that it names, and nothing of the build before. */
  const keep = async (/** @type {Response} */ response) => {
    const html = await response.clone().text();
    if (!isOurs(response, html)) throw new Error('not the page of a screen');
    const files = [...html.matchAll(NAMED)].map(([, named = '']) => new URL(named, page).href);
    const cache = await caches.open(CACHE);
    await Promise.all(
      files.map(async (file) => {
        if (!(HASHED.test(file) && (await cache.match(file)))) await cache.add(file);
      }),
    );
    await cache.put(page, response.clone());
    for (const { url } of await cache.keys()) {
      if (url !== page && !files.includes(url)) await cache.delete(url);
    }
    return response;
  };

  const kept = (/** @type {string} */ url) => caches.match(url, { cacheName: CACHE });

  /** The server's answer, or the one that was kept if it does not come in time. */
  const freshOrKept = async (/** @type {Promise<Response>} */ fresh, /** @type {string} */ url) => {
    const old = await kept(url);
    if (old === undefined) return fresh;
    const late = new Promise((resolve) => setTimeout(() => resolve(old), WAIT_MS));
    return Promise.race([fresh.then((response) => (response.ok ? response : old)), late]).catch(
      () => old,
    );
  };

  worker.addEventListener('install', (/** @type {any} */ event) => {
    event.waitUntil(fetch(page).then(keep));
    worker.skipWaiting();
  });
  worker.addEventListener('activate', (/** @type {any} */ event) => {
    event.waitUntil(worker.clients.claim());
  });
  worker.addEventListener('fetch', (/** @type {any} */ event) => {
    const { request } = event;
    if (request.method !== 'GET') return;
    if (request.mode === 'navigate') {
      const fresh = fetch(request);
      const keeping = fresh.then((response) => keep(response.clone())).then(() => fresh);
      event.waitUntil(keeping.catch(() => undefined));
      event.respondWith(kept(page).then((old) => (old ? freshOrKept(keeping, page) : fresh)));
    } else if (HASHED.test(request.url)) {
      event.respondWith(kept(request.url).then((old) => old ?? fetch(request)));
    } else if (!request.url.includes('/panel/api/') && request.destination !== '') {
      event.respondWith(freshOrKept(fetch(request), request.url));
    }
  });
})();
