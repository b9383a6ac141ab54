import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, StrictMode } from 'react';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { App } from './app/app.tsx';
import { AppLayout } from './app/layout/app-layout.tsx';
import { MemoryRouter } from './lib/navigation/navigation.tsx';
import { Route, Routes } from './lib/navigation/routes.tsx';
import { createQueryClient } from './lib/query-client.ts';
import { paths } from './paths.ts';
import Dashboard from './routes/dashboard.tsx';
import { signOutLocally, storeSignIn } from './state/auth-session.ts';
import { setWalletMode, type WalletMode } from './state/wallet-mode.ts';

/**
 * Renders the sign-in page as a signed-out visitor first sees it. The build embeds it in `index.html`.
 * @returns HTML that the app hydrates, without a title, because the page already has one.
 */
export function prerenderSignIn(): string {
  signOutLocally({ isByChoice: false });
  const html = renderToString(
    <StrictMode>
      <App
        inRouter={(routes) => <MemoryRouter initialEntries={[paths.login]}>{routes}</MemoryRouter>}
      />
    </StrictMode>,
  );
  return html.replace(/<title>.*?<\/title>/, '');
}

/**
 * Renders the dashboard as it is while it reads the balances, without what belongs to a user. The build embeds it in
 * `index.html`, and the app replaces it.
 */
export function prerenderDashboard(mode: WalletMode): string {
  // Where the mode is applied: there is no page here.
  const noPage = { documentElement: { dataset: {} }, querySelector: () => null };
  const noStyles = () => ({ getPropertyValue: () => '' });
  const noFrames = () => 0;
  Object.assign(globalThis, {
    document: noPage,
    getComputedStyle: noStyles,
    requestAnimationFrame: noFrames,
  });
  storeSignIn({ user: NO_USER, accessToken: '', refreshToken: '' });
  setWalletMode(mode);
  const html = renderToStaticMarkup(
    <Opening>
      <QueryClientProvider client={createQueryClient()}>
        <MemoryRouter initialEntries={[paths.dashboard]}>
          <Routes>
            <Route element={<AppLayout />}>
              <Route path={paths.dashboard} element={<Dashboard />} />
            </Route>
          </Routes>
        </MemoryRouter>
      </QueryClientProvider>
    </Opening>,
  );
  return (
    html
      // The app has these names while both are there.
      .replaceAll(/ (?:id|aria-controls|aria-labelledby|aria-describedby)="[^"]*"/g, '')
      // The page allows no style attribute; `theme.js` sets what this one says.
      .replaceAll(' style="', ' data-style="')
  );
}

function Opening({ children }: { children: ReactNode }) {
  return (
    <main className="opening">
      <h1 className="visually-hidden">
        <span role="status">Loading</span>
      </h1>
      <div inert aria-hidden="true">
        {children}
      </div>
    </main>
  );
}

const NO_USER = {
  id: '',
  name: '',
  email: '',
  phone: '',
  avatar: '',
  wallet: {
    id: '',
    // As high as a name.
    name: '\u00a0',
    publicWalletAddress: '',
    privateWalletAddress: '',
    railgunAddress: '',
    custody: 'assisted' as const,
  },
};
