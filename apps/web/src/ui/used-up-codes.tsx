import { t } from '#language/t';
import './used-up-codes.css';
import { Mail, Search, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { FormIntro } from './form-intro.tsx';

/** The server compares no more pairs for codes that were sent together. */
export const MOST_CODE_TRIES = 5;

interface UsedUpCodesProps {
  isBusy: boolean;
  /** Until new codes may be requested; 0 when they may. */
  secondsToResend: number;
  /** Why new codes were not sent. */
  failure: string | null;
  back: ReactNode;
  onResend: () => void;
}

/** Instead of the form, when all attempts were wrong. */
export function UsedUpCodes(props: UsedUpCodesProps) {
  const { isBusy, secondsToResend, failure, back, onResend } = props;
  const isWaiting = secondsToResend > 0;
  return (
    <div className="used-up-codes">
      <FormIntro title={t('These codes no longer work')}>
        {t(
          'All {attempts} attempts were wrong, so we cancelled both codes. Your account isn’t locked.',
          { attempts: MOST_CODE_TRIES },
        )}
      </FormIntro>
      <ul>
        <li>
          <Mail className="icon" size={18} aria-hidden="true" />
          {t('Use only the newest email and text.')}
        </li>
        <li>
          <Search className="icon" size={18} aria-hidden="true" />
          {t('Check your spam folder too.')}
        </li>
        <li className="used-up-codes__warning">
          <TriangleAlert className="icon" size={18} aria-hidden="true" />
          {t('Didn’t ask for codes? Don’t share them with anyone.')}
        </li>
      </ul>
      <Button
        variant="filled"
        size="lg"
        isWide
        isBusy={isBusy}
        busyLabel={t('Sending...')}
        disabled={isWaiting}
        onClick={onResend}
      >
        {isWaiting
          ? t('Send new codes in {seconds} s', { seconds: secondsToResend })
          : t('Send new codes')}
      </Button>
      <p className="used-up-codes__failure" role="status">
        {failure}
      </p>
      {back}
    </div>
  );
}
