// Runs before the first paint, so that the chosen theme and language do not flash. The policy forbids inline scripts.
(() => {
  try {
    const theme = localStorage.getItem('comanda.theme');
    if (theme === 'light' || theme === 'dark') {
      document.documentElement.setAttribute('data-theme', theme);
    }
    const lang = localStorage.getItem('comanda.lang');
    if (lang === 'es' || lang === 'en') document.documentElement.lang = lang;
  } catch {
    // Without local storage, the browser's own settings apply.
  }
})();
