import { t } from '#language/t';
import './auth-shell.css';
import { lazy, Suspense } from 'react';
import { config } from '../../config.ts';
import { Link } from '../../lib/navigation/navigation.tsx';
import { Outlet } from '../../lib/navigation/routes.tsx';
import { paths } from '../../paths.ts';
import { Logo } from '../../ui/logo.tsx';
import { ModeMark } from '../../ui/mode-mark.tsx';
import { ThemeToggle } from '../theme-toggle.tsx';
import { AuthPicture } from './auth-picture.tsx';
import { LanguageLinks } from './language-links.tsx';
import { useIsPagePainted } from './use-is-page-painted.ts';

// If the note fails to load, the page works without it.
const SandboxNote = lazy(() =>
  import('../../features/sandbox-note/sandbox-note.tsx').catch(() => ({ default: () => null })),
);

/** Layout of the four guest pages (§2 Auth screen). */
export function AuthShell() {
  return (
    <div className="auth">
      <div className="auth__form">
        <header className="auth__head">
          <Link to="/" aria-label={t('Kax, home')}>
            <Logo />
          </Link>
          <ThemeToggle />
        </header>
        <main className="auth__main">
          <Suspense fallback={null}>
            <Outlet />
          </Suspense>
        </main>
        <footer className="auth__foot">
          <p className="auth__note">{useIsPagePainted() ? <LateNote /> : null}</p>
          <nav aria-label={t('About Kax')}>
            <Link to={paths.help}>{t('Help')}</Link>
            <a href={config.termsUrl}>{t('Terms')}</a>
            <a href={config.privacyUrl}>{t('Privacy')}</a>
          </nav>
          <LanguageLinks />
          <span>{t('Powered by Polygon and RAILGUN')}</span>
        </footer>
      </div>
      <aside className="auth__aside" aria-label={t('Public and private balances')}>
        <AuthPicture />
        <div className="auth__captions">
          <div data-mode="public">
            <h2>
              <ModeMark mode="public" />
              {t('Public')}
            </h2>
            <p>{t('A regular Polygon address. Anyone can see its balance.')}</p>
          </div>
          <div data-mode="private">
            <h2>
              <ModeMark mode="private" />
              {t('Private')}
            </h2>
            <p>{t('A shielded balance. Polygon shows neither the owner nor the amount.')}</p>
          </div>
        </div>
      </aside>
    </div>
  );
}

function LateNote() {
  return (
    <Suspense fallback={null}>
      <SandboxNote />
    </Suspense>
  );
}
