import { KeyRound } from 'lucide-react';
import { t } from '#language/t';
import type { ApiError } from '../../../lib/api-result.ts';
import { Button } from '../../../ui/button.tsx';
import { FormAlert } from '../../../ui/form-alert.tsx';
import { Notice } from '../../../ui/notice.tsx';

interface KeepWalletProps {
  error: ApiError | null;
  isBusy: boolean;
  /** Shows the 12 words, after the password. */
  onShowWords: () => void;
  /** The user has them on paper. */
  onContinue: () => void;
  onBack: () => void;
}

/** Before the user takes the keys of a wallet over that has money in it: what happens, and what they need. */
export function KeepWallet({ error, isBusy, onShowWords, onContinue, onBack }: KeepWalletProps) {
  return (
    <div className="protect protect--narrow protect__panel card">
      <header className="protect__head">
        <h1 className="page-title">{t('Take over your keys')}</h1>
        <p>
          {t(
            'Your wallet has money in it, so you keep it: your addresses, your money and your history stay as they are.',
          )}
        </p>
      </header>
      <ol className="protect__steps">
        <li>
          <b>{t('Write down your 12 words.')}</b>
          <span>{t('They’re the keys of this wallet. Make sure you’re alone.')}</span>
          <Button
            icon={<KeyRound className="icon" size={16} aria-hidden="true" />}
            onClick={onShowWords}
          >
            {t('Show my 12 words')}
          </Button>
        </li>
        <li>
          <b>{t('Type them in on the next page.')}</b>
          <span>{t('Only your device reads them there. It makes a passkey for them.')}</span>
        </li>
        <li>
          <b>{t('Enter your password.')}</b>
          <span>{t('Kax then deletes its own copy of the keys.')}</span>
        </li>
      </ol>
      <Notice tone="warn" title={t('Older backups of our data still have your keys.')}>
        {t(
          'They’re gone when those backups are. To have keys that Kax never had, move your money elsewhere first, and start with an empty wallet.',
        )}
      </Notice>
      {error ? <FormAlert>{error.message}</FormAlert> : null}
      <div className="protect__buttons">
        <Button size="lg" variant="quiet" onClick={onBack}>
          {t('Back')}
        </Button>
        <Button size="lg" variant="filled" isBusy={isBusy} onClick={onContinue}>
          {t('I have my 12 words')}
        </Button>
      </div>
    </div>
  );
}
