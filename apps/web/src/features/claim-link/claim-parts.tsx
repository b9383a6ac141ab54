import { t } from '#language/t';
import './claim-link.css';
import { CircleCheck, CircleOff } from 'lucide-react';
import type { ReactNode } from 'react';
import type { FoundClaim } from '#wire/wallet/find-claim';
import { firstNameOf } from '../../contacts/first-name.ts';
import { dayOfYearText } from '../../lib/elapsed.ts';
import { Link } from '../../lib/navigation/navigation.tsx';
import { paths } from '../../paths.ts';
import { Button, buttonClassName } from '../../ui/button.tsx';
import { LinkEnd } from '../../ui/link-states.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { StepList } from '../../ui/step-list.tsx';
import { claimAmount, endOf } from './claim-texts.ts';

/** What someone without a session can do: register or sign in, and come back. */
export function VisitorSteps({ claim, from }: { claim: FoundClaim; from: string }) {
  const { recipient } = claim;
  const { channel, value } = recipient;
  const amount = claimAmount(claim);
  const wide = { size: 'lg', isWide: true } as const;
  const filledIn = channel === 'email' ? { email: value } : { phone: value };
  return (
    <>
      <StepList
        label={t('How to claim it')}
        steps={[
          {
            title: t('Create a free account'),
            state: 'now',
            icon: '1',
            time: t('2 min'),
            detail: t('With {value}. We send a code to your email and one to your phone.', {
              value,
            }),
          },
          {
            title: t('The {amount} is yours', { amount }),
            state: 'to-come',
            icon: '2',
            detail: whatToDo(claim),
          },
        ]}
      />
      <div className="link-card__actions">
        <Link
          className={buttonClassName({ ...wide, variant: 'filled' })}
          to={paths.register}
          state={{ from, ...filledIn }}
        >
          {t('Claim {amount}', { amount })}
        </Link>
        <Link
          className={buttonClassName({ ...wide, variant: 'quiet' })}
          to={paths.login}
          state={{ from }}
        >
          {t('I already have an account')}
        </Link>
      </div>
    </>
  );
}

function whatToDo({ balance, tokenAddress, chain }: FoundClaim): string {
  if (balance === 'private')
    return t('It’s private: {chain} doesn’t show that you got it.', { chain });
  return tokenAddress === null
    ? t('Keep it or send it on.')
    : t('Keep it, send it on, or make it private.');
}

/** Until when it can be claimed, and whom to trust. */
export function ClaimTerms({ claim }: { claim: FoundClaim }) {
  const sender = firstNameOf(claim.senderName);
  return (
    <div className="claim-terms">
      <p className="link-card__small">
        {t('If you don’t claim it by {day}, it goes back to {sender}. Claiming is free.', {
          day: dayOfYearText(Date.parse(claim.expiresAt)),
          sender,
        })}
      </p>
      <p className="link-card__small">
        {t('People choose their own names. If you don’t know {sender}, ignore this link.', {
          sender,
        })}
      </p>
    </div>
  );
}

interface ClaimEndedProps {
  claim: FoundClaim;
  isYours: boolean;
  /** Leads to the money; left out for anyone whose it isn't. */
  action?: ReactNode;
}

/** What became of a payment that can't be claimed now. */
export function ClaimEnded({ claim, isYours, action }: ClaimEndedProps) {
  const end = endOf(claim, isYours);
  if (end === null) return null;
  return (
    <LinkEnd icon={ICONS[end.icon]} tone={end.tone} title={end.title} action={action} isStatus>
      {end.text}
    </LinkEnd>
  );
}

const look = { className: 'icon', size: 24, 'aria-hidden': true } as const;
const ICONS = {
  moving: <Spinner size={24} />,
  done: <CircleCheck {...look} />,
  over: <CircleOff {...look} />,
} as const;

interface OtherAccountProps {
  claim: FoundClaim;
  /** Whom the user is signed in as. */
  email: string;
  isBusy: boolean;
  onSwitch: () => void;
}

/** For someone who is signed in with an account that can't claim it. */
export function OtherAccount({ claim, email, isBusy, onSwitch }: OtherAccountProps) {
  const { channel, value } = claim.recipient;
  return (
    <LinkEnd
      title={t('This is for {value}', { value })}
      action={
        <Button variant="filled" size="lg" isWide isBusy={isBusy} onClick={onSwitch}>
          {t('Sign out and switch account')}
        </Button>
      }
    >
      {t(
        'You’re signed in as {email}. Use the account with this {channel, select, email {email} other {phone number}}, or create one.',
        { email, channel },
      )}
    </LinkEnd>
  );
}

/** For the sender. @param to the page of the payment */
export function SentLink({ to }: { to: string }) {
  return (
    <LinkEnd
      title={t('You sent this')}
      action={
        <Link className={buttonClassName({ variant: 'filled', size: 'lg', isWide: true })} to={to}>
          {t('See your payment')}
        </Link>
      }
    >
      {t('Only the recipient can claim it here.')}
    </LinkEnd>
  );
}
