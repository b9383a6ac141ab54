// Puts the saved theme, mode and language on the page before it is first painted, and decides what is shown until the app has drawn it: to who is signed in, the skeleton of the dashboard; to who isn't, the prerendered sign-in page, which is dark. A file of its own, because the page allows no inline script.
(() => {
  const root = document.documentElement;
  try {
    const settings = savedSettings();
    speak([settings.language, ...navigator.languages]);
    const isEnglish = root.lang === 'en';
    const isLight = localStorage.getItem('railway-theme') === 'light';
    if (isLight) {
      root.classList.replace('dark', 'light');
      document.querySelector('meta[name="theme-color"]')?.setAttribute('content', '#f5f5f9');
    }
    if (!localStorage.getItem('access_token')) {
      if (isEnglish && !isLight && location.pathname === '/login')
        root.classList.add('is-prerendered');
    } else if (location.pathname === '/dashboard') {
      if (settings.isPrivate === true) root.dataset.mode = 'private';
      // The first change of that kind: the page is read to its end, and no module has run.
      if (isEnglish) document.addEventListener('readystatechange', showSkeleton, { once: true });
    }
  } catch {
    // A browser that keeps nothing shows the default theme.
  }

  function savedSettings() {
    try {
      return JSON.parse(localStorage.getItem('kax-settings')) ?? {};
    } catch {
      return {};
    }
  }

  // The first of these that Kax speaks; English when it speaks none. Its texts begin to load.
  function speak(wanted) {
    const found = wanted.map((tag) => /^(?:en|es|ar)(?=-|$)/i.exec(tag)?.[0].toLowerCase());
    const language = found.find(Boolean) ?? 'en';
    if (language === 'en') return;
    root.lang = language;
    if (language === 'ar') root.dir = 'rtl';
    const href = document.querySelector(`meta[name="catalogue-${language}"]`)?.content;
    if (!href) return;
    document.head.append(
      Object.assign(document.createElement('link'), { rel: 'modulepreload', href }),
    );
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
