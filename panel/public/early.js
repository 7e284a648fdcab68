// Runs before the first paint, so that the chosen theme and language do not flash, and asks for the first data while the
// program is still loading. The policy forbids inline scripts.
(() => {
  const RELOAD_MS = 5_000;
  // Without its script the page is blank, and nobody touches a screen on a wall.
  const onError = (/** @type {Event} */ { target }) => {
    if (target instanceof HTMLScriptElement) setTimeout(() => location.reload(), RELOAD_MS);
  };
  addEventListener('error', onError, true);

  const stored = (/** @type {string} */ name) => {
    try {
      return localStorage.getItem(`comanda.${name}`);
    } catch {
      // Without local storage, the browser's own settings apply.
      return null;
    }
  };
  const theme = stored('theme');
  if (theme === 'light' || theme === 'dark') {
    document.documentElement.setAttribute('data-theme', theme);
  }
  const lang = stored('lang');
  if (lang === 'es' || lang === 'en') document.documentElement.lang = lang;

  const [, root = '/panel', rid, page = ''] =
    /^(.*?\/panel)(?:\/r\/([^/]+))?(\/.*)?$/.exec(location.pathname) ?? [];
  // A screen on a wall has no session.
  if (page.startsWith('/pantalla/')) return;
  const query = new URLSearchParams();
  if (rid === undefined) query.set('reciente', stored('restaurant') ?? '');
  if (page === '' || page === '/') query.set('rango', location.search.slice(1));
  const own = rid === undefined ? '' : `&restaurante=${rid}`;
  const init = { headers: { accept: 'application/json' }, signal: AbortSignal.timeout(30_000) };
  window.comandaStart = fetch(`${root}/api/arranque?${query}${own}`, init);
  // The reader of the promise handles the error.
  window.comandaStart.catch(() => undefined);
})();
