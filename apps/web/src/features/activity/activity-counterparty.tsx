import type { ActivityTransaction } from '#wire/wallet/history';
import { ShortAddress } from '../../ui/address.tsx';
import { ModeMark } from '../../ui/mode-mark.tsx';
import { rampSideOf } from './activity-labels.ts';

/** The counterparty of a transaction, if known. */
export function ActivityCounterparty({ transaction }: { transaction: ActivityTransaction }) {
  const { type, direction, from, to } = transaction;
  switch (type) {
    case 'shield':
      return <Crossing from="public" to="private" />;
    case 'unshield':
      return <Crossing from="private" to="public" address={to} />;
    case 'ramp':
      return <span>{RAMP_METHODS[rampSideOf(transaction)]}</span>;
    case 'approve':
      return <Counterparty word="for" address={to} />;
    default:
      return direction === 'in' ? (
        <Counterparty word="from" address={from} />
      ) : (
        <Counterparty word="to" address={to} />
      );
  }
}

const RAMP_METHODS = { BUY: 'Card payment', SELL: 'Bank payout' } as const;

function Counterparty({ word, address }: { word: string; address: string | null }) {
  return (
    <span className="activity-counterparty">
      {word} {address === null ? <span>unknown</span> : <ShortAddress address={address} />}
    </span>
  );
}

type Mode = 'public' | 'private';

function Crossing({ from, to, address = null }: { from: Mode; to: Mode; address?: string | null }) {
  return (
    <span className="activity-counterparty">
      <span className="activity-counterparty__mode" data-mode={from}>
        <ModeMark mode={from} size={13} />
      </span>
      {from === 'public' ? 'Public' : 'Private'} to
      <span className="activity-counterparty__mode" data-mode={to}>
        <ModeMark mode={to} size={13} />
      </span>
      {to}
      {address === null ? null : <ShortAddress address={address} />}
    </span>
  );
}
