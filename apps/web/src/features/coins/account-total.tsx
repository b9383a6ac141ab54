import { CircleCheck, Clock } from 'lucide-react';
import { baseUnitsToDisplay, groupThousands } from '#domain/amount/base-units-to-display';
import { formatUsd } from '#domain/price/format-usd';
import { Amount } from '../../ui/amount.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Change } from '../../ui/change.tsx';
import { Secret } from '../../ui/secret.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { CoinsView } from './coins-view.ts';
import { type TotalBalance, totalBalance, type UsdChange } from './total-balance.ts';

export type Currency = 'USD' | 'KAX';

interface TotalProps {
  view: CoinsView;
  currency: Currency;
  isHidden: boolean;
}

/** The total, the coins it leaves out, and how much of it is spendable. */
export function AccountTotal({ view, currency, isHidden }: TotalProps) {
  if (view.at === 'loading') return <TotalSkeleton />;
  if (view.at === 'failed') return <UnknownTotal />;
  const total = totalBalance(view.coins);
  return (
    <>
      <div className="account-card__figure">
        <Secret isHidden={isHidden} width="4.6em">
          <Amount size="total" {...totalText(total, currency)} />
        </Secret>
      </div>
      <div className="account-card__change">
        {currency === 'USD' ? <TotalNotes total={total} isHidden={isHidden} /> : KAX_NOTE}
      </div>
      <PendingOfTotal total={total} currency={currency} isHidden={isHidden} />
    </>
  );
}

const KAX_NOTE = 'KAX only. Other coins aren’t included.';

type Totals = Pick<TotalBalance, 'usd' | 'kax' | 'kaxDecimals'>;

function totalText(total: Totals, currency: Currency): { text: string; symbol?: string } {
  if (currency === 'USD') return { text: formatUsd(total.usd, { places: 2, rounding: 'down' }) };
  return { text: groupThousands(baseUnitsToDisplay(total.kax, total.kaxDecimals)), symbol: 'KAX' };
}

function TotalNotes({ total, isHidden }: { total: TotalBalance; isHidden: boolean }) {
  const { change, withoutPrice } = total;
  return (
    <>
      {change ? <ChangeOfTotal change={change} isHidden={isHidden} /> : 'No change yet'}
      {withoutPrice.length > 0 ? (
        <Badge>Excludes {withoutPrice.join(', ')} (no price)</Badge>
      ) : null}
    </>
  );
}

function ChangeOfTotal({ change, isHidden }: { change: UsdChange; isHidden: boolean }) {
  return (
    <>
      <Secret isHidden={isHidden} width="4em">
        <span
          className={`account-card__difference account-card__difference--${change.isUp ? 'up' : 'down'}`}
        >
          {change.isUp ? '+' : '−'}
          {formatUsd(change.difference, { places: 2, rounding: 'down' })}
        </span>
      </Secret>
      <Change percent={change.percent} />
      in 24 hours
    </>
  );
}

interface PendingProps {
  total: TotalBalance;
  currency: Currency;
  isHidden: boolean;
}

/** Splits the total into spendable and pending; the coin rows say why money is pending. */
function PendingOfTotal({ total, currency, isHidden }: PendingProps) {
  const { usd, kax, kaxDecimals, pending } = total;
  if ((currency === 'USD' ? pending.usd : pending.kax) === 0n) return null;
  const spendable = { usd: usd - pending.usd, kax: kax - pending.kax };
  const text = (part: typeof spendable) => {
    const { text: figure, symbol } = totalText({ ...part, kaxDecimals }, currency);
    return symbol === undefined ? figure : `${figure} ${symbol}`;
  };
  return (
    <ul className="account-card__pending" aria-label="Spendable and pending">
      <li>
        <CircleCheck className="icon" size={14} aria-hidden="true" />
        <Secret isHidden={isHidden} width="5em">
          <b>{text(spendable)}</b>
        </Secret>{' '}
        spendable now
      </li>
      <li>
        <Clock className="icon" size={14} aria-hidden="true" />
        <Secret isHidden={isHidden} width="5em">
          <b>{text(pending)}</b>
        </Secret>{' '}
        pending
      </li>
    </ul>
  );
}

function TotalSkeleton() {
  return (
    <>
      <div className="account-card__figure">
        <Skeleton width={236} height={40} />
      </div>
      <div className="account-card__change">
        <Skeleton width={150} />
      </div>
    </>
  );
}

function UnknownTotal() {
  return (
    <>
      <div className="account-card__figure account-card__figure--unknown">—</div>
      <div className="account-card__change">Not loaded yet</div>
    </>
  );
}
