import { CircleCheck, Clock, Eye } from 'lucide-react';
import { t } from '#language/t';
import { HelpAbout } from '../../help/help-about.tsx';
import { recentClockText } from '../../lib/elapsed.ts';
import { withSign } from '../../lib/local-money.ts';
import { useMissingRate, useMoney } from '../../state/money.ts';
import { Badge } from '../../ui/badge.tsx';
import { Change } from '../../ui/change.tsx';
import { FittedAmount } from '../../ui/fitted-amount.tsx';
import { rich } from '../../ui/rich.tsx';
import { Secret } from '../../ui/secret.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { exactText, totalText } from './balance-text.ts';
import type { TotalBalance, UsdChange } from './total-balance.ts';
import type { MissingBalance, TotalUnit, WholeBalance } from './whole-balance.ts';

interface TotalProps {
  whole: WholeBalance;
  currency: TotalUnit;
  isHidden: boolean;
  onShow: () => void;
}

/** The total of both balances, what it leaves out, and how much of it is spendable. */
export function AccountTotal({ whole, currency, isHidden, onShow }: TotalProps) {
  return (
    <div>
      <div className="account-card__caption">
        <span>
          {currency === 'USD' ? t('Total balance') : t('Your KAX')}
          {/* Before what changes when the other balance arrives, so that it doesn't move. */}
          <HelpAbout topic="total-balance" about={t('Total balance')} />{' '}
          <span className="account-card__parts">· {partsText(whole)}</span>
        </span>
        {whole.at === 'ready' && whole.asOf !== null ? (
          <Badge tone="warn">
            {t('As of {time}', { time: recentClockText(whole.asOf, Date.now()) })}
          </Badge>
        ) : null}
      </div>
      <TotalBody whole={whole} currency={currency} isHidden={isHidden} onShow={onShow} />
    </div>
  );
}

function partsText(whole: WholeBalance): string {
  if (whole.at !== 'ready' || whole.missing === null) return t('public and private');
  return whole.missing.mode === 'private' ? t('public only') : t('private only');
}

function TotalBody({ whole, currency, isHidden, onShow }: TotalProps) {
  const shownIn = { currency, money: useMoney() };
  if (whole.at === 'loading') return <TotalSkeleton />;
  if (whole.at === 'failed') return <UnknownTotal />;
  const { total, missing } = whole;
  return (
    <>
      <div className="account-card__figure">
        <Secret isHidden={isHidden} width="4.6em">
          <FittedAmount text={totalText(total, shownIn)} title={exactText(total, shownIn)} />
        </Secret>
        {isHidden ? <ShowButton onShow={onShow} /> : null}
      </div>
      <div className="account-card__change">
        {missing ? <Missing missing={missing} /> : null}
        {currency === 'USD' ? <TotalNotes whole={whole} isHidden={isHidden} /> : KAX_NOTE}
      </div>
      {currency === 'USD' ? <MissingRate /> : null}
      <PendingOfTotal total={total} currency={currency} isHidden={isHidden} />
    </>
  );
}

/** Why the total isn't in the chosen currency. */
function MissingRate() {
  const missing = useMissingRate();
  if (missing === null) return null;
  return (
    <p className="account-card__rate" role="status">
      {t(
        'No {currency, select, eur {euro} gbp {pound} jpy {yen} brl {Brazilian real} inr {rupee} ngn {naira} other {dollar}} rate right now. Showing US dollars.',
        { currency: missing.toLowerCase() },
      )}
    </p>
  );
}

const KAX_NOTE = t('KAX only. Other coins aren’t included.');

/** Does what the header's toggle does. */
function ShowButton({ onShow }: { onShow: () => void }) {
  return (
    <button type="button" className="account-card__show" onClick={onShow}>
      <Eye className="icon" size={16} aria-hidden="true" />
      {matchMedia('(pointer: coarse)').matches ? t('Tap to show') : t('Click to show')}
    </button>
  );
}

function Missing({ missing: { mode, why } }: { missing: MissingBalance }) {
  return (
    <span className="account-card__missing">
      {t(
        'Your {mode, select, private {private} other {public}} balance {why, select, loading {is still loading} opening {is opening} other {couldn’t be loaded}}.',
        { mode, why },
      )}
    </span>
  );
}

interface NotesProps {
  whole: Extract<WholeBalance, { at: 'ready' }>;
  isHidden: boolean;
}

function TotalNotes({ whole: { total, missing }, isHidden }: NotesProps) {
  const { change, withoutPrice, usd } = total;
  const none =
    usd === 0n && withoutPrice.length === 0 ? t('No money here yet') : t('No change yet');
  return (
    <>
      {missing === null && change === null ? none : null}
      {missing === null && change ? <ChangeOfTotal change={change} isHidden={isHidden} /> : null}
      {withoutPrice.length > 0 ? (
        <Badge>{t('Excludes {coins} (no price)', { coins: withoutPrice.join(', ') })}</Badge>
      ) : null}
    </>
  );
}

function ChangeOfTotal({ change, isHidden }: { change: UsdChange; isHidden: boolean }) {
  const money = useMoney();
  return (
    <>
      <Secret isHidden={isHidden} width="4em">
        <span
          className={`account-card__difference account-card__difference--${change.isUp ? 'up' : 'down'}`}
        >
          {withSign(change.isUp ? '+' : '−', money.short(change.difference))}
        </span>
      </Secret>
      <Change percent={change.percent} />
      {t('in 24 hours')}
    </>
  );
}

interface PendingProps {
  total: TotalBalance;
  currency: TotalUnit;
  isHidden: boolean;
}

/** Splits the total into spendable and pending; the coin rows say why money is pending. */
function PendingOfTotal({ total, currency, isHidden }: PendingProps) {
  const money = useMoney();
  const { usd, kax, kaxDecimals, pending } = total;
  if ((currency === 'USD' ? pending.usd : pending.kax) === 0n) return null;
  const spendable = { usd: usd - pending.usd, kax: kax - pending.kax };
  const text = (part: typeof spendable) => totalText({ ...part, kaxDecimals }, { currency, money });
  return (
    <ul className="account-card__pending" aria-label={t('Spendable and pending')}>
      <li>
        <CircleCheck className="icon" size={14} aria-hidden="true" />
        {rich('{amount} spendable now', {
          amount: (
            <Secret isHidden={isHidden} width="5em">
              <b>{text(spendable)}</b>
            </Secret>
          ),
        })}
      </li>
      <li>
        <Clock className="icon" size={14} aria-hidden="true" />
        {rich('{amount} pending', {
          amount: (
            <Secret isHidden={isHidden} width="5em">
              <b>{text(pending)}</b>
            </Secret>
          ),
        })}
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
      <div className="account-card__change">{t('Not loaded yet')}</div>
    </>
  );
}
