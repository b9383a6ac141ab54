import type { ReactNode } from 'react';
import type { BaseUnits } from '#domain/amount/base-units';
import type { Money } from '#domain/price/money';
import { valueInUsd } from '#domain/price/value-in-usd';
import { fiatText } from '#domain/ramp/fiat-text';
import { t, translated } from '#language/t';
import type { SavedContact } from '#wire/wallet/saved-contact';
import { AddName } from '../../../contacts/add-name.tsx';
import { firstNameOf } from '../../../contacts/first-name.ts';
import { useMoney } from '../../../state/money.ts';
import { ShortAddress } from '../../../ui/address.tsx';
import { Amount } from '../../../ui/amount.tsx';
import { Avatar } from '../../../ui/avatar.tsx';
import { FlowBox } from '../../../ui/flow-box.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { rich } from '../../../ui/rich.tsx';
import { Secret } from '../../../ui/secret.tsx';
import type { ActivityEntry } from '../entry.ts';
import type { EntryAmount } from '../entry-amounts.ts';
import { ICON_BY_KIND } from '../entry-face.tsx';
import { amountText, typeLabelOf } from '../entry-labels.ts';
import { amountWithSymbol, figureText, otherAmounts } from './entry-texts.ts';

export interface EntryCardProps {
  entry: ActivityEntry;
  /** Whom the counterparty is saved as; null when no one is. */
  contact: SavedContact | null;
  /** What was requested, base units; null for what no operation of the user made. */
  requested: BaseUnits | null;
  isHidden: boolean;
  /** @returns the current price of one token in US dollars; null when unknown */
  priceOf: (tokenId: string) => number | null;
  onAddName: (address: string) => void;
  /** Its steps, and why it ended. */
  progress: ReactNode;
  /** What the user notes about it. */
  note: ReactNode;
  actions: ReactNode;
}

/** Whom an entry is about and how much, what was written, how far it is, and what the user can do. */
export function EntryCard(props: EntryCardProps) {
  const { entry, isHidden, progress, note, actions } = props;
  return (
    <section className="card entry-card" aria-label={t('Overview')}>
      {isFlow(entry) ? <Flow {...props} /> : <CounterpartyLine {...props} />}
      {entry.message === null ? null : (
        <p className="entry-card__message">
          <span className="visually-hidden">{t('Message:')} </span>
          <Secret isHidden={isHidden} width="9em">
            <bdi>{entry.message}</bdi>
          </Secret>
        </p>
      )}
      {progress}
      {note}
      {actions}
    </section>
  );
}

/** Moves between two of the user's own balances or coins; one that failed moved nothing. */
function isFlow({ kind, status, second }: ActivityEntry): boolean {
  if (kind === 'swap') return second !== null;
  return (kind === 'made-private' || kind === 'made-public') && status !== 'failed';
}

/** Why an entry failed, where no operation says it. */
export function EntryFailure({ entry }: { entry: ActivityEntry }) {
  if (entry.failure === null) return null;
  return <Notice tone="bad">{translated(entry.failure)}</Notice>;
}

function CounterpartyLine(props: EntryCardProps) {
  const { entry, contact, onAddName } = props;
  const { counterparty, kind } = entry;
  const name = contact?.name ?? counterparty?.shownName ?? null;
  const Icon = ICON_BY_KIND[kind];
  return (
    <div className="entry-counterparty">
      {name === null ? (
        <span className="entry-counterparty__disc">
          <Icon className="icon" size={24} aria-hidden="true" />
        </span>
      ) : (
        <Avatar name={name} size="lg" isTinted />
      )}
      <div className="entry-counterparty__lines">
        <span className="entry-counterparty__name">
          <CounterpartyName entry={entry} name={name} />
        </span>
        <CounterpartySub entry={entry} contact={contact} />
        {counterparty === null ? null : (
          <AddName address={counterparty.address} onAdd={onAddName} />
        )}
      </div>
      <Figures {...props} />
    </div>
  );
}

function CounterpartyName({ entry, name }: { entry: ActivityEntry; name: string | null }) {
  const { counterparty, hasSeveralCounterparties, kind, isClaimed } = entry;
  if (name !== null) return <bdi>{name}</bdi>;
  if (counterparty !== null) return <ShortAddress address={counterparty.address} />;
  if (hasSeveralCounterparties) return t('Several addresses');
  if (isClaimed) return t('Payment by link');
  if (kind === 'received') return t('Sender not shown');
  return typeLabelOf(entry);
}

function CounterpartySub({
  entry,
  contact,
}: {
  entry: ActivityEntry;
  contact: SavedContact | null;
}) {
  const { counterparty, kind, lead, mode } = entry;
  if (contact !== null && counterparty !== null) {
    return (
      <span className="entry-counterparty__line">
        <ShortAddress address={counterparty.address} />
      </span>
    );
  }
  const shownName = counterparty?.shownName ?? null;
  if (shownName !== null) {
    return (
      <span className="entry-counterparty__line">
        {rich('<bdi>{name}</bdi> chose to share this name', {
          name: firstNameOf(shownName),
          bdi: (inside) => <bdi>{inside}</bdi>,
        })}
      </span>
    );
  }
  if (kind === 'received' && counterparty === null && mode === 'private') {
    return <span className="entry-counterparty__line">{t('They didn’t share who they are')}</span>;
  }
  return counterparty === null ? (
    <span className="entry-counterparty__line">
      {t('On {chain}', { chain: lead.transaction.chain })}
    </span>
  ) : null;
}

function Figures({ entry, requested, isHidden, priceOf }: EntryCardProps) {
  const { amount, status } = entry;
  const others = status === 'failed' ? [] : otherAmounts(entry);
  const shown = status === 'failed' ? withoutMovement(amount, requested) : amount;
  const hasArrived = shown.direction === 'in' && status === 'success';
  const figure = figureText(shown);
  return (
    <div className="entry-counterparty__figures">
      <Secret isHidden={isHidden} width="5em">
        <span
          className="entry-counterparty__amount"
          data-arrived={hasArrived || undefined}
          data-long={figure.length > FIGURE_FITS || undefined}
        >
          {figure}
        </span>
      </Secret>
      <span className="entry-counterparty__value">
        {shown.token}
        <Value amount={shown} entry={entry} isHidden={isHidden} priceOf={priceOf} />
      </span>
      {others.map((other) => (
        <span key={other.tokenId} className="entry-counterparty__value">
          {rich('and {amount}', {
            amount: (
              <Secret isHidden={isHidden} width="5em">
                {amountWithSymbol(other)}
              </Secret>
            ),
          })}
        </span>
      ))}
    </div>
  );
}

/** As many characters as the narrowest phone has room for in one line. */
const FIGURE_FITS = 13;

/** The rows of a failed payment say that nothing moved; what it was about is the amount that was requested. */
function withoutMovement(amount: EntryAmount, requested: BaseUnits | null): EntryAmount {
  return { ...amount, units: requested ?? amount.units, direction: 'none' };
}

interface ValueProps extends Pick<EntryCardProps, 'entry' | 'isHidden' | 'priceOf'> {
  amount: EntryAmount;
}

function Value({ amount, entry, isHidden, priceOf }: ValueProps) {
  const money = useMoney();
  const { ramp } = entry.lead.transaction;
  const value = ramp === null ? worthOf(amount, priceOf, money) : fiatText(ramp);
  if (value === null) return null;
  return (
    <>
      {' · '}
      <Secret isHidden={isHidden} width="4.5em">
        {value}
      </Secret>
    </>
  );
}

function worthOf(
  { tokenId, units, decimals }: EntryAmount,
  priceOf: EntryCardProps['priceOf'],
  money: Money,
): string | null {
  const price = tokenId === null ? null : priceOf(tokenId);
  if (price === null) return null;
  return `≈ ${money.text(valueInUsd(units, decimals, price), { places: 4, rounding: 'down' })}`;
}

function Flow({ entry, requested, isHidden, priceOf }: EntryCardProps) {
  const money = useMoney();
  const { from, to } = flowEnds(entry, requested);
  const shown = (amount: EntryAmount | null) =>
    amount === null ? (
      <span className="entry-flow__none">—</span>
    ) : (
      <>
        <Secret isHidden={isHidden} width="7em">
          <Amount size="large" text={flowText(entry, amount)} symbol={amount.token} />
        </Secret>
        <Worth value={worthOf(amount, priceOf, money)} isHidden={isHidden} />
      </>
    );
  return (
    <FlowBox
      from={{ ...from, value: shown(from.amount) }}
      to={{ ...to, value: shown(to.amount) }}
    />
  );
}

/** The steps of a swap show its amounts with four decimals. */
function flowText({ kind }: ActivityEntry, amount: EntryAmount): string {
  const unsigned = { ...amount, direction: 'none', isExpected: false } as const;
  return kind === 'swap' ? amountText(unsigned) : figureText(unsigned);
}

function Worth({ value, isHidden }: { value: string | null; isHidden: boolean }) {
  if (value === null) return null;
  return (
    <span className="entry-flow__value">
      <Secret isHidden={isHidden} width="4.5em">
        {value}
      </Secret>
    </span>
  );
}

interface End {
  readonly label: string;
  readonly mode?: 'public' | 'private';
  readonly amount: EntryAmount | null;
}

function flowEnds(entry: ActivityEntry, requested: BaseUnits | null): { from: End; to: End } {
  const { kind, amount, second, sums } = entry;
  if (kind === 'swap') {
    return {
      from: { label: (second ?? amount).chain, amount: second },
      to: {
        label: amount.isExpected ? t('{chain}, expected', { chain: amount.chain }) : amount.chain,
        amount,
      },
    };
  }
  const [left, right] =
    kind === 'made-private' ? (['public', 'private'] as const) : (['private', 'public'] as const);
  const out = sums.find(({ mode, direction }) => mode === left && direction === 'out') ?? null;
  const arrived = sums.find(({ mode, direction }) => mode === right && direction === 'in') ?? null;
  const leaving = out ?? (requested === null ? null : { ...amount, units: requested });
  return {
    from: {
      label: left === 'public' ? t('From public') : t('From private'),
      mode: left,
      amount: leaving,
    },
    to: {
      label: right === 'public' ? t('To public') : t('To private'),
      mode: right,
      amount: arrived,
    },
  };
}
