import { t } from '#language/t';
import './protect.css';
import { useState } from 'react';
import { Navigate, useNavigate } from '../../../lib/navigation/navigation.tsx';
import { isPasskeySupported } from '../../../lib/passkeys.ts';
import { paths } from '../../../paths.ts';
import { useUser } from '../../../state/auth-session.ts';
import { BackLink } from '../../../ui/back-link.tsx';
import { Button } from '../../../ui/button.tsx';
import { FormAlert } from '../../../ui/form-alert.tsx';
import { Loading } from '../../../ui/loading.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { SignerPage } from '../signer-page.tsx';
import { useSigner } from '../use-signer.ts';
import { ConfirmEnrolment } from './confirm-enrolment.tsx';
import { CustodyChoice } from './custody-choice.tsx';
import { KeepWallet } from './keep-wallet.tsx';
import { Protected } from './protected.tsx';
import { useProtect } from './use-protect.ts';

interface ProtectPageProps {
  /** Shows the 12 words of a wallet whose keys Kax has. */
  onShowWords: () => void;
}

/** Who has the keys: the choice, and the way to a wallet whose keys only the user has. */
export function ProtectPage({ onShowWords }: ProtectPageProps) {
  const { wallet } = useUser();
  const signer = useSigner();
  const protect = useProtect();
  const { step } = protect;
  if (step.at === 'done') return <Protected {...step} />;
  if (wallet.custody === 'only-me') return <Navigate to={paths.settings} replace />;
  if (step.at === 'confirm') {
    const { created, isKept } = step;
    return <ConfirmEnrolment onConfirm={protect.confirm} wraps={created.wraps} isKept={isKept} />;
  }
  if (step.at === 'keep') {
    const { error, isBusy, begin, leave } = protect;
    const props = { error, isBusy, onShowWords, onBack: leave };
    return <KeepWallet {...props} onContinue={() => void begin(true)} />;
  }
  if (signer.isPending) return <Loading />;
  const origin = signer.data?.origin ?? null;
  if (step.at === 'keys' && origin !== null) {
    return <Keys origin={origin} {...step} onOutcome={protect.endKeys} />;
  }
  return <Choose protect={protect} isPossible={origin !== null} />;
}

interface ChooseProps {
  protect: ReturnType<typeof useProtect>;
  /** This installation serves the page with the keys. */
  isPossible: boolean;
}

function Choose({ protect, isPossible }: ChooseProps) {
  const { chosen, choose, begin, isBusy, isChecking, error } = protect;
  const navigate = useNavigate();
  const labels = {
    'only-me': t('Continue with Only me'),
    assisted: t('Keep Assisted'),
    none: t('Continue'),
  };

  function submit() {
    if (chosen === 'assisted') navigate(paths.settings);
    else if (chosen === 'only-me') void begin(false);
  }

  return (
    <div className="protect">
      <header className="protect__head">
        <BackLink to={paths.settings}>{t('Settings')}</BackLink>
        <h1 className="page-title">{t('Protect your wallet')}</h1>
        <p>
          {t('Who should be able to move your money? Your wallet is Assisted until you change it.')}
        </p>
      </header>
      {isPossible ? null : (
        <Notice tone="warn" title={t('Only me isn’t available here.')}>
          {t('This installation of Kax doesn’t serve the page that keeps your keys.')}
        </Notice>
      )}
      <CustodyChoice
        chosen={chosen}
        recommended={isPossible && isPasskeySupported() ? 'only-me' : null}
        onChoose={choose}
      />
      {error ? <FormAlert>{error.message}</FormAlert> : null}
      <footer className="protect__foot">
        <p className="protect__next" role="status">
          {chosen === 'only-me' ? nextText(isChecking) : null}
        </p>
        <div className="protect__buttons">
          <Button size="lg" variant="quiet" onClick={() => navigate(paths.dashboard)}>
            {t('Not now')}
          </Button>
          <Button
            size="lg"
            variant="filled"
            isBusy={isBusy}
            offReason={offReason(chosen, isPossible)}
            onClick={submit}
          >
            {labels[chosen ?? 'none']}
          </Button>
        </div>
      </footer>
    </div>
  );
}

function nextText(isChecking: boolean): string {
  return isChecking
    ? t('We’re still checking your private balance. Keep this open.')
    : t('Next: create a passkey. It takes about 20 seconds.');
}

function offReason(chosen: string | null, isPossible: boolean): string | null {
  if (chosen === null) return t('Choose one first.');
  return chosen === 'only-me' && !isPossible ? t('Only me isn’t available here.') : null;
}

interface KeysProps {
  origin: string;
  challenge: string;
  isKept: boolean;
  onOutcome: ReturnType<typeof useProtect>['endKeys'];
}

function Keys({ origin, challenge, isKept, onOutcome }: KeysProps) {
  const { id } = useUser();
  const [attempt, setAttempt] = useState(1);
  return (
    <div className="protect protect--narrow">
      <h1 className="visually-hidden">{t('Protect your wallet')}</h1>
      <SignerPage
        key={attempt}
        origin={origin}
        request={{ kind: isKept ? 'import' : 'create', userId: id, challenge }}
        onOutcome={onOutcome}
        onRetry={() => setAttempt(attempt + 1)}
      />
    </div>
  );
}
