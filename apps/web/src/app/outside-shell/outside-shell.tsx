import { t } from '#language/t';
import './outside-shell.css';
import { Suspense, useState } from 'react';
import { config } from '../../config.ts';
import { Link, useLocation } from '../../lib/navigation/navigation.tsx';
import { Outlet } from '../../lib/navigation/routes.tsx';
import { paths } from '../../paths.ts';
import { useAuthSession } from '../../state/auth-session.ts';
import { readSettings } from '../../state/settings.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { buttonClassName } from '../../ui/button.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Logo } from '../../ui/logo.tsx';
import { DiscretionToggle } from '../discretion-toggle.tsx';
import { ThemeToggle } from '../theme-toggle.tsx';

/** Layout of the pages that strangers open, with or without an account. */
export default function OutsideShell() {
  // Before the first page reads or changes one of them.
  useState(readSettings);
  return (
    <div className="outside" data-mode="public">
      <Halo />
      <header className="outside__head">
        <Link to="/" aria-label={t('Kax, home')}>
          <Logo />
        </Link>
        <div className="outside__tools">
          <Tools />
        </div>
      </header>
      <main className="outside__main">
        <Suspense fallback={<Loading />}>
          <Outlet />
        </Suspense>
      </main>
      <footer className="outside__foot">
        <nav aria-label={t('About Kax')}>
          <Link to={paths.help}>{t('Help')}</Link>
          <a href={config.termsUrl}>{t('Terms')}</a>
          <a href={config.privacyUrl}>{t('Privacy')}</a>
        </nav>
        <span>{t('Powered by Polygon and RAILGUN')}</span>
      </footer>
    </div>
  );
}

function Tools() {
  const session = useAuthSession();
  const { pathname } = useLocation();
  if (session.status === 'loading') return <ThemeToggle />;
  if (session.status === 'signed-out') {
    return (
      <>
        <ThemeToggle />
        <Link
          className={buttonClassName({ variant: 'quiet', size: 'sm' })}
          to={paths.login}
          state={{ from: pathname }}
        >
          {t('Sign In')}
        </Link>
      </>
    );
  }
  const { name } = session.user;
  return (
    <>
      <DiscretionToggle />
      <ThemeToggle />
      <Link className="outside__me" to={paths.dashboard}>
        <Avatar name={name} />
        <span className="visually-hidden">{t('Your wallet:')} </span>
        <span className="outside__name">{name}</span>
      </Link>
    </>
  );
}

const RINGS = Array.from({ length: 24 }, (_, index) => 60 + index * 28);

/** Rings that spread out for everyone to see. */
function Halo() {
  return (
    <svg
      className="outside__halo"
      viewBox="-720 -300 1440 900"
      preserveAspectRatio="xMidYMid slice"
      fill="none"
      stroke="currentColor"
      aria-hidden="true"
    >
      {RINGS.map((radius, index) => (
        <circle key={radius} r={radius} strokeOpacity={0.34 - index * 0.011} />
      ))}
    </svg>
  );
}
