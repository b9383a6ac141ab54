import './styles/tokens.css';
import './styles/base.css';
import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { BrowserRouter } from './lib/navigation/navigation.tsx';
import { followStoredSession } from './state/auth-session.ts';
import { readTheme } from './state/theme.ts';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element with the id root');

// Before the first render: changing these afterwards would render the page twice.
readTheme();
followStoredSession();

const app = (
  <StrictMode>
    <App inRouter={(routes) => <BrowserRouter>{routes}</BrowserRouter>} />
  </StrictMode>
);
root.removeAttribute('inert');
root.removeAttribute('aria-disabled');
// `theme.js` sets this class when the visitor sees the prerendered sign-in page.
if (document.documentElement.classList.contains('is-prerendered')) {
  hydrateRoot(root, app);
} else {
  root.textContent = '';
  removeWhenDrawn(document.querySelector('.opening'), root);
  createRoot(root).render(app);
}

/** Keeps the skeleton that `theme.js` shows until the app has drawn a page, and not only that it loads one. */
function removeWhenDrawn(skeleton: Element | null, into: Element): void {
  if (skeleton === null) return;
  const observer = new MutationObserver(() => {
    if (into.firstElementChild === null || into.querySelector('.loading')) return;
    observer.disconnect();
    skeleton.remove();
  });
  observer.observe(into, { childList: true, subtree: true });
}
