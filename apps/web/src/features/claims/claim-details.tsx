import { t } from '#language/t';
import './claim-card.css';
import type { ReactNode } from 'react';
import type { ClaimView } from '#wire/wallet/claim';
import { isClaimOver } from '../../claims/claim-badge.ts';
import { claimType, whoCanClaim } from '../../claims/claim-texts.ts';
import { dayAndClockText } from '../../lib/elapsed.ts';
import { confirmText } from '../../money-form/amount-text.ts';
import { costText } from '../../money-form/fee-text.ts';
import { useDiscretion } from '../../state/discretion.ts';
import { FullAddress, ShortAddress } from '../../ui/address.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Secret } from '../../ui/secret.tsx';
import { Summary, type SummaryRow } from '../../ui/summary.tsx';

/** The record of a payment by link. */
export function ClaimDetails({ claim }: { claim: ClaimView }) {
  const isHidden = useDiscretion();
  return (
    <section className="card entry-details" aria-labelledby="entry-details">
      <h2 className="card-title" id="entry-details">
        {t('Details')}
      </h2>
      <Summary rows={rowsOf(claim, isHidden)} />
      <p className="entry-details__sentence">
        {claim.state === 'waiting' || claim.state === 'sending' ? (
          <>
            {t('{whoCanClaim} The link alone isn’t enough.', {
              whoCanClaim: whoCanClaim(claim.recipient),
            })}{' '}
          </>
        ) : null}
        {whoSees(claim)}
      </p>
    </section>
  );
}

function whoSees(claim: ClaimView): string {
  const { balance, chain } = claim;
  const { channel } = claim.recipient;
  if (balance === 'public')
    return t(
      'Anyone can see the amount on {chain}, but not {channel, select, email {the email address} other {the phone number}}.',
      { chain, channel },
    );
  return t(
    '{chain} shows neither the amount nor who paid it. Whoever has the link can read your name, the amount and {channel, select, email {the email address} other {the phone number}}.',
    { chain, channel },
  );
}

/** Fits beside its label. */
const SHORT = 24;

function rowsOf(claim: ClaimView, isHidden: boolean): readonly SummaryRow[] {
  const { balance, recipient, message, transactionHash, end, openedAt, address, chain } = claim;
  const secret = (text: string): ReactNode => (
    <Secret isHidden={isHidden} width="6em">
      <bdi className="claim-details__message">{text}</bdi>
    </Secret>
  );
  return [
    { label: t('Type'), value: claimType(recipient.channel) },
    {
      label: t('To'),
      value: <bdi className="claim-details__message">{recipient.value}</bdi>,
      isStacked: recipient.value.length > SHORT,
    },
    ...(message === null
      ? []
      : [
          { label: t('Message'), value: secret(`“${message}”`), isStacked: message.length > SHORT },
        ]),
    { label: amountLabel(claim), value: secret(confirmText(BigInt(claim.amount), claim)) },
    ...feeRows(claim),
    { label: t('Opened'), value: openedAt === null ? t('Not yet') : timeText(openedAt) },
    { label: t('Network'), value: chain },
    ...hashRow(t('Transaction hash'), transactionHash),
    ...hashRow(
      claim.state === 'claimed' ? t('Claimed with') : t('Returned with'),
      end?.transactionHash ?? null,
    ),
    {
      label: isClaimOver(claim) ? t('Waited at') : t('Waits at'),
      value: (
        <span className={balance === 'public' ? 'entry-address__whole' : 'entry-hash'}>
          {balance === 'public' ? (
            <FullAddress address={address} />
          ) : (
            <ShortAddress address={address} />
          )}
          <CopyButton text={address} label={t('Copy this address')} />
        </span>
      ),
      isStacked: balance === 'public',
    },
  ];
}

function amountLabel({ state }: ClaimView): string {
  if (state === 'claimed') return t('Claimed');
  return state === 'returned' ? t('Returned') : t('Set aside');
}

function feeRows(claim: ClaimView): readonly SummaryRow[] {
  const { feePaid, feeSetAside, feeDecimals, feeSymbol } = claim;
  const text = (units: string) => `${costText(BigInt(units), feeDecimals)} ${feeSymbol}`;
  return [
    ...(feePaid === null ? [] : [{ label: t('Fee paid'), value: text(feePaid) }]),
    ...(feeSetAside === '0'
      ? []
      : [{ label: t('Set aside for claiming'), value: text(feeSetAside) }]),
  ];
}

function timeText(at: string): ReactNode {
  return <time dateTime={at}>{dayAndClockText(Date.parse(at))}</time>;
}

function hashRow(label: string, hash: string | null): readonly SummaryRow[] {
  if (hash === null) return [];
  const value = (
    <span className="entry-hash">
      <ShortAddress address={hash} />
      <CopyButton text={hash} label={t('Copy transaction hash')} />
    </span>
  );
  return [{ label, value }];
}
