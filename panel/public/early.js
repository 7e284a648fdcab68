// Before the first paint, so that a chosen theme or language does not flash: the page may hold no inline code.
(() => {
  try {
    const theme = localStorage.getItem('comanda.theme');
    if (theme === 'light' || theme === 'dark') {
      document.documentElement.setAttribute('data-theme', theme);
    }
    const lang = localStorage.getItem('comanda.lang');
    if (lang === 'es' || lang === 'en') document.documentElement.lang = lang;
  } catch {
    // A browser that keeps nothing gets what its own settings say.
  }
})();
