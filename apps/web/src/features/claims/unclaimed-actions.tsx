import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { t } from '#language/t';
import type { ClaimView } from '#wire/wallet/claim';
import { messageSentAgainText } from '../../claims/claim-texts.ts';
import { showToast } from '../../state/toast.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmationModal } from '../../ui/confirmation-modal.tsx';
import { nextReminderOf } from './claim-actions.tsx';
import { useClaimActions } from './use-claim-actions.ts';

interface UnclaimedActionsProps {
  claim: ClaimView;
  /** The recipient’s first name; null when they are no contact. */
  firstName: string | null;
  /** Milliseconds since 1970. */
  now: number;
}

/** Reminds the recipient of a payment by link, or takes it back, where a list says that it waits. */
export function UnclaimedActions({ claim, firstName, now }: UnclaimedActionsProps) {
  const { state, recipient, balance } = claim;
  const [isConfirming, setIsConfirming] = useState(false);
  const { busyWith, remind, takeBack } = useClaimActions(claim);

  async function sendReminder() {
    if (!(await remind())) return;
    showToast(messageSentAgainText(recipient.channel, firstName ?? recipient.value));
  }

  return (
    <>
      {state === 'waiting' && nextReminderOf(claim) <= now ? (
        <Button size="sm" isBusy={busyWith === 'remind'} onClick={() => void sendReminder()}>
          {firstName === null ? t('Send a reminder') : t('Remind {firstName}', { firstName })}
        </Button>
      ) : null}
      <Button variant="quiet" size="sm" onClick={() => setIsConfirming(true)}>
        {t('Take it back')}
      </Button>
      <ConfirmationModal
        isOpen={isConfirming}
        title={t('Take this money back?')}
        message={t(
          'It goes back to your {balance, select, private {private} other {public}} balance, and the link stops working. This costs nothing more: the fee is already set aside.',
          { balance },
        )}
        primaryLabel={t('Take it back')}
        secondaryLabel={t('Keep it there')}
        icon={<Undo2 className="icon" size={22} aria-hidden="true" />}
        isBusy={busyWith === 'take-back'}
        onPrimary={() => void takeBack().then(() => setIsConfirming(false))}
        onSecondary={() => setIsConfirming(false)}
      />
    </>
  );
}
