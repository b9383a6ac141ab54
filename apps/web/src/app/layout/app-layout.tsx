import { t } from '#language/t';
import './app-layout.css';
import { lazy, Suspense, useEffect, useState } from 'react';
import { watchApproach } from '../../lib/approach.ts';
import { useLocation } from '../../lib/navigation/navigation.tsx';
import { Outlet } from '../../lib/navigation/routes.tsx';
import { untilIdle } from '../../lib/until-idle.ts';
import { Loading } from '../../ui/loading.tsx';
import { ErrorBoundary } from '../error-boundary.tsx';
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
/** The same. */
const InstallOffer = lazy(() =>
  untilIdle()
    .then(() => import('../install-offer.tsx'))
    .catch(() => ({ default: () => null })),
);
const SwapPoller = lazy(() => import('../../features/swap/swap-poller.tsx'));

/** Layout of every protected page: the sidebar or the tab bar, the header and the page itself. */
export function AppLayout() {
  const [isDrawerOpen, setIsDrawerOpen] = useState(false);
  useEffect(watchApproach, []);
  const { pathname } = useLocation();

  return (
    <div className="app-layout">
      <a className="skip-link" href="#content">
        {t('Skip to content')}
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
            <ErrorBoundary path={pathname}>
              <Suspense fallback={<Loading />}>
                <Outlet />
              </Suspense>
            </ErrorBoundary>
            <Suspense fallback={null}>
              <SwapPoller />
            </Suspense>
            <Suspense fallback={null}>
              <InboxWatcher />
            </Suspense>
            <Suspense fallback={null}>
              <InstallOffer />
            </Suspense>
          </div>
        </main>
        <TabBar />
      </div>
    </div>
  );
}
