import { FingerprintPattern } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { t } from '#language/t';
import type { OpenApproval } from '../../lib/approval/open-approval.ts';
import type { PasskeyFailure } from '../../lib/passkeys.ts';
import { unitsText } from '../../money-form/amount-text.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import type { PasskeyAttempt } from './use-passkey-attempt.ts';

interface PasskeyCardProps {
  approval: OpenApproval;
  attempt: PasskeyAttempt;
}

/** What the passkey does next, or why the last attempt did not count. */
export function PasskeyCard({ approval: { problem, request }, attempt }: PasskeyCardProps) {
  if (attempt.at === 'failed') {
    const title = request.payment
      ? t('Not approved. Nothing was sent.')
      : t('Not approved. Nothing changed.');
    return (
      <Notice isAlert title={title}>
        {SENTENCE_BY_FAILURE[attempt.reason]}
      </Notice>
    );
  }
  const isWaiting = attempt.at === 'waiting';
  if (problem !== null && !isWaiting) {
    return (
      <Notice tone="bad" isAlert>
        {problem}
      </Notice>
    );
  }
  return (
    <div className="approval__passkey" role="status">
      <span className="approval__disc">
        {isWaiting ? (
          <Spinner />
        ) : (
          <FingerprintPattern className="icon" size={22} aria-hidden="true" />
        )}
      </span>
      <div>
        <b>{isWaiting ? t('Waiting for your passkey') : t('Your passkey')}</b>
        <p>
          {isWaiting
            ? t('Confirm in the window of your browser or device.')
            : t('Your fingerprint, face or screen lock')}
        </p>
      </div>
    </div>
  );
}

const SENTENCE_BY_FAILURE: Readonly<Record<PasskeyFailure, string>> = {
  cancelled: t('The passkey prompt was closed or timed out.'),
  unsupported: t('This device can’t use this passkey.'),
  exists: t('Something went wrong with the passkey.'),
  failed: t('Something went wrong with the passkey.'),
};

interface PasskeyFooterProps extends PasskeyCardProps {
  /** The request was sent, so the first button only closes the dialog. */
  isClosing: boolean;
  onCancel: () => void;
  onApprove: () => void;
}

/** Only a press of the button itself opens the prompt, and Cancel has the focus until it closes. */
export function PasskeyFooter(props: PasskeyFooterProps) {
  const { approval, attempt, isClosing, onCancel, onApprove } = props;
  const { problem, isSending, request } = approval;
  const cancelRef = useRef<HTMLButtonElement>(null);
  const approveRef = useRef<HTMLButtonElement>(null);
  const isWaiting = attempt.at === 'waiting';
  const isAgain = attempt.at === 'failed' || problem !== null;
  useEffect(() => {
    if (isWaiting) cancelRef.current?.focus();
    else if (isAgain) approveRef.current?.focus();
  }, [isWaiting, isAgain]);
  const { payment } = request;
  const label = payment
    ? t('Approve {amount}', { amount: unitsText(BigInt(payment.amount), payment) })
    : t('Approve');

  return (
    <>
      <Button size="lg" ref={cancelRef} onClick={onCancel}>
        {isClosing ? t('Close') : t('Cancel')}
      </Button>
      {/* Stays while it waits: a second click would otherwise be on Cancel. */}
      <Button
        size="lg"
        variant="filled"
        ref={approveRef}
        icon={<FingerprintPattern className="icon" size={18} aria-hidden="true" />}
        isBusy={isWaiting || isSending}
        busyLabel={isWaiting ? t('Waiting for you...') : t('Approving...')}
        onClick={onApprove}
      >
        {isAgain ? t('Try again') : label}
      </Button>
    </>
  );
}
