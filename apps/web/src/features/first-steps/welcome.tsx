import { t } from '#language/t';
import './welcome.css';
import { useEffect, useId, useRef } from 'react';
import { useViewInUrl } from '../../lib/modal-url/use-view-in-url.ts';
import { Button } from '../../ui/button.tsx';
import { Logo } from '../../ui/logo.tsx';
import { useDialog } from '../../ui/use-dialog.ts';
import { BalancesView } from './balances-view.tsx';
import { GreetingView } from './greeting-view.tsx';
import { type Start, StartView } from './start-view.tsx';
import { WelcomeRings } from './welcome-art.tsx';

export type { Start } from './start-view.tsx';

interface WelcomeProps {
  isOpen: boolean;
  start: Start;
  onAddMoney: () => void;
  onMakePrivate: () => void;
  onClose: () => void;
}

const VIEWS = ['greeting', 'balances', 'start'] as const;
type View = (typeof VIEWS)[number];

/**
 * Greets a new user, explains the two balances, and offers where to start. Each view is an entry of the browser's
 * history; Skip, Escape and Back lead to the wallet.
 */
export function Welcome({ isOpen, start, onAddMoney, onMakePrivate, onClose }: WelcomeProps) {
  const { ref, isPresent, handleKey } = useDialog({ isOpen, isStatic: false, onClose });
  const url = useViewInUrl(['step']);
  const view = viewIn(url.search);
  const titleId = useId();
  const titleRef = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each view begins on its title, at its top
  useEffect(() => {
    if (!isOpen) return;
    titleRef.current?.focus();
    ref.current?.scrollTo?.(0, 0);
  }, [isOpen, view]);
  if (!isPresent) return null;

  const title = { id: titleId, ref: titleRef };
  const onBack = url.canGoBack ? url.goBack : null;
  return (
    <dialog
      ref={ref}
      className="welcome"
      data-mode="public"
      aria-labelledby={titleId}
      onKeyDown={handleKey}
    >
      <WelcomeRings />
      <header className="welcome__head">
        <Logo />
        <Button variant="quiet" onClick={onClose}>
          {t('Skip')}
        </Button>
      </header>
      <div className="welcome__main">
        {view === 'greeting' ? (
          <GreetingView title={title} onNext={() => url.show({ step: 'balances' })} />
        ) : null}
        {view === 'balances' ? (
          <BalancesView title={title} onBack={onBack} onNext={() => url.show({ step: 'start' })} />
        ) : null}
        {view === 'start' ? (
          <StartView
            title={title}
            start={start}
            onBack={onBack}
            onAddMoney={onAddMoney}
            onMakePrivate={onMakePrivate}
            onLater={onClose}
          />
        ) : null}
      </div>
      <footer className="welcome__foot">
        <span>{t('You can read this again in Settings, under Privacy.')}</span>
        <span>
          {t('{number} of {total}', { number: VIEWS.indexOf(view) + 1, total: VIEWS.length })}
        </span>
      </footer>
    </dialog>
  );
}

function viewIn(search: URLSearchParams): View {
  const step = search.get('step');
  return VIEWS.find((view) => view === step) ?? 'greeting';
}
