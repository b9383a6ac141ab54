// Puts the saved theme and mode on the page before it is first painted, and decides what is shown until the app has drawn it: to who is signed in, the skeleton of the dashboard; to who isn't, the prerendered sign-in page, which is dark. A file of its own, because the page allows no inline script.
(() => {
  const root = document.documentElement;
  try {
    const isLight = localStorage.getItem('railway-theme') === 'light';
    if (isLight) {
      root.classList.replace('dark', 'light');
      document.querySelector('meta[name="theme-color"]')?.setAttribute('content', '#f5f5f9');
    }
    if (!localStorage.getItem('access_token')) {
      if (!isLight && location.pathname === '/login') root.classList.add('is-prerendered');
    } else if (location.pathname === '/dashboard') {
      const settings = JSON.parse(localStorage.getItem('kax-settings') ?? '{}');
      if (settings?.isPrivate === true) root.dataset.mode = 'private';
      // The first change of that kind: the page is read to its end, and no module has run.
      document.addEventListener('readystatechange', showSkeleton, { once: true });
    }
  } catch {
    // A browser that keeps nothing shows the default theme.
  }

  function showSkeleton() {
    const files = copyOf('opening-files');
    const skeleton = copyOf(`opening-${root.dataset.mode}`);
    if (!files || !skeleton) return;
    for (const part of skeleton.querySelectorAll('[data-style]')) {
      part.style.cssText = part.dataset.style;
    }
    const styles = [...files.querySelectorAll('[rel="stylesheet"]')];
    const loaded = styles.map(
      (style) => new Promise((done) => style.addEventListener('load', done)),
    );
    document.head.append(files);
    document.body.prepend(skeleton);
    Promise.all(loaded).then(() => root.classList.add('is-opening'));
  }

  function copyOf(id) {
    return document.getElementById(id)?.content.cloneNode(true);
  }
})();
