import { t } from '#language/t';
import './signer-page.css';
import { AppWindow } from 'lucide-react';
import type { SignerOutcome } from '#signing/messages/protocol';
import { Button } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { type PageRequest, useSignerPage } from './use-signer-page.ts';

interface SignerPageProps {
  /** Where the signer is served. */
  origin: string;
  request: PageRequest;
  onOutcome: (outcome: SignerOutcome) => void;
  onRetry: () => void;
}

/** The page with the user's keys, of an origin of its own: nothing of this page reaches into it. */
export function SignerPage({ origin, request, onOutcome, onRetry }: SignerPageProps) {
  const { ref, height, at, openWindow } = useSignerPage(origin, request, onOutcome);
  if (at === 'failed') {
    return (
      <ErrorState title={t('Couldn’t open the page with your keys')} onRetry={onRetry}>
        {t('Nothing was signed.')}
      </ErrorState>
    );
  }
  if (at === 'needs-window' || at === 'in-window') {
    return (
      <div className="signer-page__window">
        <AppWindow className="icon" size={24} aria-hidden="true" />
        <p role="status">
          {at === 'in-window'
            ? t('Go on in the window that just opened.')
            : t('In this browser, your keys open in a window of their own.')}
        </p>
        <Button size="lg" variant={at === 'in-window' ? 'outlined' : 'filled'} onClick={openWindow}>
          {at === 'in-window' ? t('Open it again') : t('Open the window')}
        </Button>
      </div>
    );
  }
  return (
    <div className="signer-page">
      {at === 'framed' ? null : (
        <p className="signer-page__waiting" role="status">
          <Spinner size={18} />
          {t('Loading...')}
        </p>
      )}
      <iframe
        ref={ref}
        className="signer-page__frame"
        src={`${origin}/`}
        title={t('Your keys')}
        height={height}
        allow="publickey-credentials-get; publickey-credentials-create"
        sandbox="allow-scripts allow-same-origin"
        referrerPolicy="origin"
      />
    </div>
  );
}
