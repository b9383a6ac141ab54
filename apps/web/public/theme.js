// Puts the saved theme on the page before it is first painted. A file of its own, because the page allows no inline script.
(() => {
  try {
    if (localStorage.getItem('railway-theme') === 'light') {
      document.documentElement.classList.replace('dark', 'light');
    }
  } catch {
    // A browser that keeps nothing shows the default theme.
  }
})();
