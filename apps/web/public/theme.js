// Puts the saved theme on the page before it is first painted, and says who sees the prerendered sign-in page, which is dark. A file of its own, because the page allows no inline script.
(() => {
  try {
    if (localStorage.getItem('railway-theme') === 'light') {
      document.documentElement.classList.replace('dark', 'light');
    } else if (location.pathname === '/login' && !localStorage.getItem('access_token')) {
      document.documentElement.classList.add('is-prerendered');
    }
  } catch {
    // A browser that keeps nothing shows the default theme.
  }
})();
