import { t } from '#language/t';
import { rich } from '../../ui/rich.tsx';
import './pay-from.css';
import { Check } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { Link } from '../../lib/navigation/navigation.tsx';
import { unitsText } from '../../money-form/amount-text.ts';
import { paths } from '../../paths.ts';
import { useDiscretion } from '../../state/discretion.ts';
import { Button, buttonClassName } from '../../ui/button.tsx';
import { ModeMark } from '../../ui/mode-mark.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Secret } from '../../ui/secret.tsx';
import type { LinkedRequest } from './api/find-payment-request.ts';
import { type Funds, isEnough } from './funds.ts';
import { OtherWalletButton } from './other-wallet-button.tsx';
import { type PayingBalance, visibilityOf } from './pay-texts.ts';

interface PayFromProps {
  request: LinkedRequest;
  /** Null for a balance that can't pay such a request, whatever is in it. */
  funds: Readonly<Record<PayingBalance, Funds | null>>;
  /** What would make the payment possible. */
  remedies: ReactNode;
  /** Goes on to the review. Nothing is paid yet. */
  onReview: (from: PayingBalance) => void;
}

/** The payer's balances, who sees the payment from each, and the way on to its review. */
export function PayFrom({ request, funds, remedies, onReview }: PayFromProps) {
  const [chosen, setChosen] = useState<PayingBalance | null>(null);
  const from = payingBalance(funds, chosen);
  const isChecking = funds.private?.at === 'checking' || funds.public?.at === 'checking';
  const isStuck = from === null && !isChecking;
  return (
    <>
      <fieldset className="pay-from">
        <legend>{t('Pay from')}</legend>
        {BALANCES.map((balance) => {
          const own = funds[balance];
          return own === null ? null : (
            <BalanceCard
              key={balance}
              {...{ request, balance }}
              funds={own}
              isChosen={from === balance}
              onChoose={() => setChosen(balance)}
            />
          );
        })}
      </fieldset>
      {from === null ? null : <Visibility request={request} from={from} />}
      {isStuck ? (
        <div className="link-card__actions">
          {remedies}
          <OtherWalletButton request={request} />
        </div>
      ) : (
        <Button
          variant="filled"
          size="lg"
          isWide
          disabled={from === null}
          onClick={() => from && onReview(from)}
        >
          {t('Review payment')}
        </Button>
      )}
    </>
  );
}

const BALANCES = ['private', 'public'] as const;

/** Private as long as it is enough, unless the user chose otherwise. */
function payingBalance(funds: PayFromProps['funds'], chosen: PayingBalance | null) {
  if (chosen !== null && isEnough(funds[chosen])) return chosen;
  // Until the private balance is known, nothing is preselected that it would replace.
  if (funds.private?.at === 'checking') return null;
  return BALANCES.find((balance) => isEnough(funds[balance])) ?? null;
}

function Visibility({ request, from }: { request: LinkedRequest; from: PayingBalance }) {
  const { title, text } = visibilityOf(request, from);
  return (
    <div data-mode={from}>
      <Notice tone="accent" icon={<ModeMark mode={from} size={18} />} title={title}>
        {text}
      </Notice>
    </div>
  );
}

interface BalanceCardProps {
  request: LinkedRequest;
  balance: PayingBalance;
  funds: Funds;
  isChosen: boolean;
  onChoose: () => void;
}

function BalanceCard({ request, balance, funds, isChosen, onChoose }: BalanceCardProps) {
  const id = useId();
  return (
    <label className="pay-from__card" data-mode={balance}>
      <input
        type="radio"
        name="pay-from"
        aria-labelledby={`${id}-title`}
        aria-describedby={`${id}-text`}
        checked={isChosen}
        disabled={!isEnough(funds)}
        onChange={onChoose}
      />
      <span className="pay-from__disc">
        <ModeMark mode={balance} size={18} />
      </span>
      <span className="pay-from__text">
        <b id={`${id}-title`}>
          {balance === 'private' ? t('Private balance') : t('Public balance')}
        </b>
        <span id={`${id}-text`}>
          <FundsText request={request} funds={funds} />
        </span>
      </span>
      {isChosen ? <Check className="icon" size={18} aria-hidden="true" /> : null}
    </label>
  );
}

function FundsText({ request, funds }: { request: LinkedRequest; funds: Funds }) {
  const isHidden = useDiscretion();
  if (funds.at === 'checking') return t('Checking…');
  if (funds.at === 'unavailable') return t('We can’t check this balance right now.');
  const { balance, problem } = funds;
  const secret = (units: bigint) => (
    <Secret isHidden={isHidden} width="6em">
      {unitsText(units, request)}
    </Secret>
  );
  return (
    <>
      {problem?.kind === 'short'
        ? rich('{balance} · you’re {missing} short', {
            balance: secret(balance),
            missing: secret(problem.by),
          })
        : secret(balance)}
      {problem?.kind === 'fee' ? ` · ${problem.sentence}` : null}
    </>
  );
}

interface RemediesProps {
  request: LinkedRequest;
  /** The public balance could fill up the private one. */
  canShield: boolean;
  /** Our payment partner sells this coin. */
  canBuy: boolean;
}

/** How a user whose balances aren't enough can still pay. */
export function Remedies({ request, canShield, canBuy }: RemediesProps) {
  const { symbol, tokenId } = request;
  const look = { size: 'lg', isWide: true } as const;
  return (
    <>
      {canShield ? (
        <Link
          className={buttonClassName({ ...look, variant: 'filled' })}
          to={`${paths.dashboard}?${new URLSearchParams({ do: 'shield', coin: tokenId })}`}
        >
          {t('Shield {symbol} first', { symbol })}
        </Link>
      ) : null}
      {canBuy ? (
        <Link
          className={buttonClassName({ ...look, variant: canShield ? 'outlined' : 'filled' })}
          to={paths.onRamping}
        >
          {t('Buy {symbol}', { symbol })}
        </Link>
      ) : null}
    </>
  );
}
