import { CircleCheck, Clock, Eye } from 'lucide-react';
import { formatUsdShort } from '#domain/price/format-usd-short';
import { clockText } from '../../lib/elapsed.ts';
import { Badge } from '../../ui/badge.tsx';
import { Change } from '../../ui/change.tsx';
import { FittedAmount } from '../../ui/fitted-amount.tsx';
import { Secret } from '../../ui/secret.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { exactText, totalText } from './balance-text.ts';
import type { TotalBalance, UsdChange } from './total-balance.ts';
import type { Currency, MissingBalance, WholeBalance } from './whole-balance.ts';

interface TotalProps {
  whole: WholeBalance;
  currency: Currency;
  isHidden: boolean;
  onShow: () => void;
}

/** The total of both balances, what it leaves out, and how much of it is spendable. */
export function AccountTotal({ whole, currency, isHidden, onShow }: TotalProps) {
  return (
    <div>
      <div className="account-card__caption">
        <span>
          {currency === 'USD' ? 'Total balance' : 'Your KAX'}{' '}
          <span className="account-card__parts">· {partsText(whole)}</span>
        </span>
        {whole.at === 'ready' && whole.asOf !== null ? (
          <Badge tone="warn">As of {clockText(whole.asOf)}</Badge>
        ) : null}
      </div>
      <TotalBody whole={whole} currency={currency} isHidden={isHidden} onShow={onShow} />
    </div>
  );
}

function partsText(whole: WholeBalance): string {
  if (whole.at !== 'ready' || whole.missing === null) return 'public and private';
  return whole.missing.mode === 'private' ? 'public only' : 'private only';
}

function TotalBody({ whole, currency, isHidden, onShow }: TotalProps) {
  if (whole.at === 'loading') return <TotalSkeleton />;
  if (whole.at === 'failed') return <UnknownTotal />;
  const { total, missing } = whole;
  return (
    <>
      <div className="account-card__figure">
        <Secret isHidden={isHidden} width="4.6em">
          <FittedAmount text={totalText(total, currency)} title={exactText(total, currency)} />
        </Secret>
        {isHidden ? <ShowButton onShow={onShow} /> : null}
      </div>
      <div className="account-card__change">
        {missing ? <Missing missing={missing} /> : null}
        {currency === 'USD' ? <TotalNotes whole={whole} isHidden={isHidden} /> : KAX_NOTE}
      </div>
      <PendingOfTotal total={total} currency={currency} isHidden={isHidden} />
    </>
  );
}

const KAX_NOTE = 'KAX only. Other coins aren’t included.';

/** Does what the header's toggle does. */
function ShowButton({ onShow }: { onShow: () => void }) {
  return (
    <button type="button" className="account-card__show" onClick={onShow}>
      <Eye className="icon" size={16} aria-hidden="true" />
      {matchMedia('(pointer: coarse)').matches ? 'Tap to show' : 'Click to show'}
    </button>
  );
}

function Missing({ missing: { mode, why } }: { missing: MissingBalance }) {
  return (
    <span className="account-card__missing">
      Your {mode} balance {PREDICATES[why]}.
    </span>
  );
}

const PREDICATES = {
  loading: 'is still loading',
  opening: 'is opening',
  failed: 'couldn’t be loaded',
} as const;

interface NotesProps {
  whole: Extract<WholeBalance, { at: 'ready' }>;
  isHidden: boolean;
}

function TotalNotes({ whole: { total, missing }, isHidden }: NotesProps) {
  const { change, withoutPrice, usd } = total;
  const none = usd === 0n && withoutPrice.length === 0 ? 'No money here yet' : 'No change yet';
  return (
    <>
      {missing === null && change === null ? none : null}
      {missing === null && change ? <ChangeOfTotal change={change} isHidden={isHidden} /> : null}
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
          {formatUsdShort(change.difference)}
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
  const text = (part: typeof spendable) => totalText({ ...part, kaxDecimals }, currency);
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
