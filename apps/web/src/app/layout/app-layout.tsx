import './app-layout.css';
import { lazy, Suspense, useState } from 'react';
import { Outlet } from 'react-router';
import { Loading } from '../../ui/loading.tsx';
import { Drawer } from './drawer.tsx';
import { Header } from './header.tsx';
import { Sidebar } from './sidebar.tsx';
import { TabBar } from './tab-bar.tsx';

// If the banners fail to load, every page works without them.
const AccountBanners = lazy(() =>
  import('../../features/security/account-banners.tsx').catch(() => ({ default: () => null })),
);
/** Not before the page has nothing else to do, and the page works without it. */
const InboxWatcher = lazy(() =>
  untilIdle()
    .then(() => import('../inbox-watcher.tsx'))
    .catch(() => ({ default: () => null })),
);
const SwapPoller = lazy(() => import('../../features/swap/swap-poller.tsx'));

/** Layout of every protected page: the sidebar or the tab bar, the header and the page itself. */
export function AppLayout() {
  const [isDrawerOpen, setIsDrawerOpen] = useState(false);

  return (
    <div className="app-layout">
      <a className="skip-link" href="#content">
        Skip to content
      </a>
      <aside className="app-layout__sidebar sidebar">
        <Sidebar />
      </aside>
      <Drawer isOpen={isDrawerOpen} onClose={() => setIsDrawerOpen(false)} />
      <div className="app-layout__page">
        <Header onOpenMenu={() => setIsDrawerOpen(true)} />
        <main className="app-layout__main" id="content" tabIndex={-1}>
          <div className="app-layout__content">
            <Suspense fallback={null}>
              <AccountBanners />
            </Suspense>
            <Suspense fallback={<Loading />}>
              <Outlet />
            </Suspense>
            <Suspense fallback={null}>
              <SwapPoller />
            </Suspense>
            <Suspense fallback={null}>
              <InboxWatcher />
            </Suspense>
          </div>
        </main>
        <TabBar />
      </div>
    </div>
  );
}

const IDLE_AT_LATEST_MS = 3_000;

/** Safari has no idle callback. */
function untilIdle(): Promise<unknown> {
  return new Promise((resolve) => {
    const { requestIdleCallback } = globalThis;
    if (requestIdleCallback === undefined) setTimeout(resolve, IDLE_AT_LATEST_MS / 2);
    else requestIdleCallback(resolve, { timeout: IDLE_AT_LATEST_MS });
  });
}
