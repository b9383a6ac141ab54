import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { REMIND_AGAIN_AFTER_MS } from '#domain/claim/claim';
import { t } from '#language/t';
import type { ClaimView } from '#wire/wallet/claim';
import { ChannelIcon } from '../../claims/channel-icon.tsx';
import { ClaimLinkBox, ShareClaim } from '../../claims/claim-link.tsx';
import { messageSentAgainText } from '../../claims/claim-texts.ts';
import { dayAndClockText } from '../../lib/elapsed.ts';
import { unitsText } from '../../money-form/amount-text.ts';
import { showToast } from '../../state/toast.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmationModal } from '../../ui/confirmation-modal.tsx';
import { useClaimActions } from './use-claim-actions.ts';

interface ClaimActionsProps {
  claim: ClaimView;
  /** The recipient’s first name; null when they are no contact. */
  firstName: string | null;
  /** Milliseconds since 1970. */
  now: number;
}

/** The link, and what a sender can do until someone claims the money. */
export function ClaimActions({ claim, firstName, now }: ClaimActionsProps) {
  const { state, recipient } = claim;
  const [isConfirming, setIsConfirming] = useState(false);
  const { busyWith, remind, takeBack } = useClaimActions(claim);
  const canTakeBack = state === 'waiting' || state === 'expired';
  if (state !== 'sending' && !canTakeBack) return null;
  const nextReminder = nextReminderOf(claim);
  const isTooEarly = nextReminder > now;

  async function sendReminder() {
    if (!(await remind())) return;
    showToast(messageSentAgainText(recipient.channel, firstName ?? recipient.value));
  }

  return (
    <>
      {state === 'expired' ? null : <ClaimLinkBox claim={claim} />}
      <div className="entry-actions">
        {state === 'waiting' ? (
          <Button
            variant="filled"
            icon={<ChannelIcon channel={recipient.channel} size={16} />}
            isBusy={busyWith === 'remind'}
            disabled={isTooEarly}
            aria-describedby={isTooEarly ? REMINDER_NOTE : undefined}
            onClick={() => void sendReminder()}
          >
            {firstName === null ? t('Send a reminder') : t('Remind {firstName}', { firstName })}
          </Button>
        ) : null}
        {canTakeBack ? (
          <Button
            icon={<Undo2 className="icon" size={16} aria-hidden="true" />}
            onClick={() => setIsConfirming(true)}
          >
            {t('Take it back')}
          </Button>
        ) : null}
        {state === 'expired' ? null : <ShareClaim claim={claim} />}
      </div>
      {state === 'waiting' && isTooEarly ? (
        <p className="claim-note" id={REMINDER_NOTE}>
          {t('You can send a reminder from {time}.', {
            time: dayAndClockText(nextReminder),
          })}
        </p>
      ) : null}
      <ConfirmationModal
        isOpen={isConfirming}
        title={t('Take back {amount}?', { amount: unitsText(BigInt(claim.amount), claim) })}
        message={takeBackText(claim)}
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

/** What a private one costs depends on the prices of the day. */
function takeBackText({ balance, feeSetAside }: ClaimView): string {
  if (balance === 'public') {
    return t(
      'It goes back to your public balance, and the link stops working. This costs nothing more: the fee is already set aside.',
    );
  }
  return feeSetAside === '0'
    ? t('It goes back to your private balance, and the link stops working. This costs nothing.')
    : t(
        'It goes back to your private balance, and the link stops working. The fee comes out of what’s set aside for it.',
      );
}

const REMINDER_NOTE = 'claim-reminder-note';

/** @returns when the sender may send a reminder, milliseconds since 1970; the first message counts too */
export function nextReminderOf({ notifiedAt, remindedAt, createdAt }: ClaimView): number {
  return Date.parse(remindedAt ?? notifiedAt ?? createdAt) + REMIND_AGAIN_AFTER_MS;
}
