import { t } from '#language/t';
import { rich } from '../../ui/rich.tsx';
import './claim-card.css';
import { Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { addUnits, digitsToBaseUnits } from '#domain/amount/base-units';
import { valueInUsd } from '#domain/price/value-in-usd';
import type { ClaimView } from '#wire/wallet/claim';
import { ChannelIcon } from '../../claims/channel-icon.tsx';
import { isTakenBack } from '../../claims/claim-badge.ts';
import { requestedFigure, unitsText } from '../../money-form/amount-text.ts';
import { costText } from '../../money-form/fee-text.ts';
import { useDiscretion } from '../../state/discretion.ts';
import { useMoney } from '../../state/money.ts';
import { Notice } from '../../ui/notice.tsx';
import { Secret } from '../../ui/secret.tsx';
import { StepList } from '../../ui/step-list.tsx';
import { claimSteps } from './claim-steps.tsx';

interface ClaimCardProps {
  claim: ClaimView;
  /** The recipient as a contact; null when they are none. */
  contact: { readonly name: string; readonly firstName: string } | null;
  /** Milliseconds since 1970. */
  now: number;
  /** Current price of one token in US dollars; null when unknown. */
  priceUsd: number | null;
  /** Why the payment failed; null when it didn’t. */
  failure: string | null;
  /** What the user notes about it. */
  note: ReactNode;
  actions: ReactNode;
}

/** Whom a payment by link is for and how much, how far it is, and what the sender can do. */
export function ClaimCard(props: ClaimCardProps) {
  const { claim, contact, now, failure, note, actions } = props;
  return (
    <section className="card entry-card" aria-label={t('Overview')}>
      <div className="entry-counterparty">
        <span className="entry-counterparty__disc">
          <ChannelIcon channel={claim.recipient.channel} size={24} />
        </span>
        <div className="entry-counterparty__lines">
          <bdi className="entry-counterparty__name">{contact?.name ?? claim.recipient.value}</bdi>
          <span className="entry-counterparty__line">{stateText(claim)}</span>
        </div>
        <Figures {...props} />
      </div>
      {failure === null ? null : <Notice tone="bad">{failure}</Notice>}
      <Returned claim={claim} />
      <StepList
        label={t('Steps of this payment')}
        steps={claimSteps(claim, { firstName: contact?.firstName ?? null, now })}
      />
      {actions}
      {note}
    </section>
  );
}

function stateText(claim: ClaimView): string {
  switch (claim.state) {
    case 'sending':
      return t('We’re setting the money aside');
    case 'failed':
      return t('This payment didn’t go through');
    case 'waiting':
      return t('Hasn’t claimed it yet');
    case 'expired':
      return t('Didn’t claim it in 30 days');
    case 'claiming':
      return t('Is claiming it now');
    case 'claimed':
      return t('Claimed it');
    case 'returning':
      return t('It’s coming back to you');
    case 'returned':
      return isTakenBack(claim) ? t('Didn’t claim it') : t('Didn’t claim it in 30 days');
  }
}

function Returned({ claim }: { claim: ClaimView }) {
  const isHidden = useDiscretion();
  const { state, balance, feePaid, feeSetAside, feeDecimals, feeSymbol } = claim;
  if (state !== 'returned') return null;
  const amount = (
    <Secret isHidden={isHidden} width="4em">
      {unitsText(BigInt(claim.amount), claim)}
    </Secret>
  );
  // What a private return costs isn't known before it is made.
  const isLess = balance === 'private' && feeSetAside !== '0';
  const cost =
    feePaid === null || isLess
      ? null
      : addUnits(digitsToBaseUnits(feePaid), digitsToBaseUnits(feeSetAside));
  return (
    <Notice
      icon={<Undo2 className="icon" size={18} aria-hidden="true" />}
      title={isTakenBack(claim) ? t('You took it back.') : t('No one claimed it in 30 days.')}
    >
      {isLess
        ? rich(
            '{amount} and what you set aside are back in your private balance, less the fee for the return.',
            { amount },
          )
        : rich(
            'All {amount} is back in your {balance, select, private {private} other {public}} balance.',
            { amount, balance },
          )}
      {cost === null ? null : (
        <>
          {' '}
          {t('You paid {amount} in fees.', {
            amount: `${costText(cost, feeDecimals)} ${feeSymbol}`,
          })}
        </>
      )}
    </Notice>
  );
}

function Figures({ claim, priceUsd }: ClaimCardProps) {
  const isHidden = useDiscretion();
  const money = useMoney();
  const units = BigInt(claim.amount);
  const value = priceUsd === null ? null : valueInUsd(units, claim.decimals, priceUsd);
  const figure = requestedFigure(units, claim);
  return (
    <div className="entry-counterparty__figures">
      <Secret isHidden={isHidden} width="5em">
        <span
          className="entry-counterparty__amount"
          data-long={figure.length > FIGURE_FITS || undefined}
        >
          {figure}
        </span>
      </Secret>
      <span className="entry-counterparty__value">
        {claim.symbol}
        {value === null ? null : (
          <>
            {' · '}
            <Secret isHidden={isHidden} width="4.5em">
              {money.text(value, { places: 2, rounding: 'nearest' })}
            </Secret>
          </>
        )}
      </span>
    </div>
  );
}

/** As many characters as the narrowest phone has room for in one line. */
const FIGURE_FITS = 13;
