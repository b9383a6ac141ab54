import type { ActivityTransaction } from '#wire/wallet/history';
import { AddName } from '../../contacts/add-name.tsx';
import { AddressName } from '../../contacts/address-name.tsx';
import { ModeMark } from '../../ui/mode-mark.tsx';
import { rampSideOf } from './activity-labels.ts';
import { nameableIn } from './nameable.ts';

interface ActivityCounterpartyProps {
  transaction: ActivityTransaction;
  /** Called with an address that has no name yet; null where it isn’t offered. */
  onAddName: ((address: string) => void) | null;
}

/** The counterparty of a transaction, if known, with a button that names it where it's someone who can be named. */
export function ActivityCounterparty({ transaction, onAddName }: ActivityCounterpartyProps) {
  const nameable = nameableIn(transaction);
  return (
    <span className="activity-counterparty">
      <Sides transaction={transaction} />
      {nameable === null || onAddName === null ? null : (
        <AddName address={nameable} onAdd={onAddName} />
      )}
    </span>
  );
}

function Sides({ transaction }: { transaction: ActivityTransaction }) {
  const { type, direction, from, fromName, to } = transaction;
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
        <Counterparty word="from" address={from} name={fromName} />
      ) : (
        <Counterparty word="to" address={to} />
      );
  }
}

const RAMP_METHODS = { BUY: 'Card payment', SELL: 'Bank payout' } as const;

interface CounterpartyProps {
  word: string;
  address: string | null;
  /** That a sender registered with and shows. */
  name?: string | null;
}

function Counterparty({ word, address, name = null }: CounterpartyProps) {
  return (
    <span className="activity-counterparty__side">
      {word}{' '}
      {address === null ? <span>unknown</span> : <AddressName address={address} shownName={name} />}
    </span>
  );
}

type Mode = 'public' | 'private';

function Crossing({ from, to, address = null }: { from: Mode; to: Mode; address?: string | null }) {
  return (
    <span className="activity-counterparty__side">
      <span className="activity-counterparty__mode" data-mode={from}>
        <ModeMark mode={from} size={13} />
      </span>
      {from === 'public' ? 'Public' : 'Private'} to
      <span className="activity-counterparty__mode" data-mode={to}>
        <ModeMark mode={to} size={13} />
      </span>
      {to}
      {address === null ? null : <AddressName address={address} />}
    </span>
  );
}
