import { type ReactNode, useId } from 'react';
import { baseUnitsToDisplay } from '#domain/amount/base-units-to-display';
import { displayToTyped } from '#domain/amount/read-typed-amount';
import type { Money } from '#domain/price/money';
import { t } from '#language/t';
import type { Coin } from '#wire/wallet/coin';
import { ownDecimalMark } from '../../money-form/own-notation.ts';
import { useMoney } from '../../state/money.ts';
import { Card } from '../../ui/card.tsx';
import { Secret } from '../../ui/secret.tsx';
import { balanceText, figureText, valueText } from './route-figures.ts';
import type { SwapSide as Side, SideName, SwapEvent } from './swap-flow.ts';
import { BlockchainPicker, SwapTokenPicker } from './swap-pickers.tsx';
import { readSellAmount } from './validate-swap.ts';

interface SwapSideProps {
  name: SideName;
  side: Side;
  coins: readonly Coin[];
  isHidden: boolean;
  isDisabled: boolean;
  dispatch: (event: SwapEvent) => void;
  /** Shown next to the title. */
  aside?: ReactNode;
  children: ReactNode;
}

const TEXTS = {
  sell: { title: t('Sell'), blockchain: t('Sell blockchain'), token: t('Sell token') },
  receive: { title: t('Receive'), blockchain: t('Receive blockchain'), token: t('Receive token') },
} as const;

/** One side of the pair: chain, token and amount. */
export function SwapSide(props: SwapSideProps) {
  const { name, side, coins, isHidden, isDisabled, dispatch, aside, children } = props;
  const titleId = useId();
  return (
    <Card className="swap-side">
      <section aria-labelledby={titleId}>
        <div className="swap-side__head">
          <h2 id={titleId}>{TEXTS[name].title}</h2>
          {aside}
        </div>
        <div className="swap-side__pickers">
          <BlockchainPicker
            label={TEXTS[name].blockchain}
            blockchain={side.blockchain}
            isDisabled={isDisabled}
            onChoose={(blockchain) =>
              dispatch({ type: 'blockchain-chosen', side: name, blockchain })
            }
          />
          <SwapTokenPicker
            label={TEXTS[name].token}
            blockchain={side.blockchain}
            token={side.token}
            coins={coins}
            isHidden={isHidden}
            isDisabled={isDisabled}
            onChoose={(token) => dispatch({ type: 'token-chosen', side: name, token })}
          />
        </div>
        <div className="swap-side__amount">{children}</div>
      </section>
    </Card>
  );
}

interface SellAmountProps {
  amount: string;
  side: Side;
  isDisabled: boolean;
  hasProblem: boolean;
  dispatch: (event: SwapEvent) => void;
}

/** The amount to sell and its value. */
export function SellAmount({ amount, side, isDisabled, hasProblem, dispatch }: SellAmountProps) {
  const money = useMoney();
  return (
    <>
      <input
        aria-label={t('Sell amount')}
        aria-invalid={hasProblem || undefined}
        inputMode="decimal"
        autoComplete="off"
        placeholder="0"
        value={amount}
        disabled={isDisabled}
        data-length={amount.length > 12 ? 'long' : undefined}
        onChange={(event) => dispatch({ type: 'amount-typed', text: event.target.value })}
      />
      <span className="swap-side__worth">{worthText(amount, side, money)}</span>
    </>
  );
}

/** @returns the value of the amount as it is read; null while it says no amount */
function worthText(amount: string, side: Side, money: Money): string | null {
  const typed = readSellAmount({ amount, sell: side }, ownDecimalMark());
  if (side.token === null || (!typed.ok && typed.problem !== 'empty')) return null;
  return valueText(typed.ok ? typed.display : '0', side.token, money);
}

/** The amount to receive. It comes from the route and can't be edited. */
export function ReceiveAmount({ output, side }: { output: string | null; side: Side }) {
  const money = useMoney();
  const { token } = side;
  const text = output !== null && token ? figureText(output, token.decimals) : '—';
  return (
    <>
      <output aria-label={t('Receive amount')} data-length={text.length > 12 ? 'long' : undefined}>
        {text}
      </output>
      <span className="swap-side__worth">
        {output !== null && token ? valueText(output, token, money) : null}
      </span>
    </>
  );
}

interface SellBalanceProps {
  coin: Coin | null;
  isHidden: boolean;
  isDisabled: boolean;
  dispatch: (event: SwapEvent) => void;
}

/** MAX keeps one coin divided by this (0.1) of a native coin for the network fees of the swap. */
const KEPT_OF_NATIVE = 10;

/** The available balance and a MAX button. */
export function SellBalance({ coin, isHidden, isDisabled, dispatch }: SellBalanceProps) {
  if (coin === null) return null;
  const available = BigInt(coin.availableBaseUnits);
  const kept = coin.isNative ? 10n ** BigInt(coin.decimals) / BigInt(KEPT_OF_NATIVE) : 0n;
  const most = available > kept ? available - kept : 0n;
  return (
    <span className="swap-side__balance">
      {t('Balance')}{' '}
      <span>
        <Secret isHidden={isHidden} width="6em">
          {balanceText(available, coin.decimals)} {coin.symbol}
        </Secret>
      </span>
      <button
        type="button"
        className="amount-field__max"
        disabled={isDisabled || most === 0n}
        onClick={() => {
          const text = displayToTyped(baseUnitsToDisplay(most, coin.decimals), ownDecimalMark());
          dispatch({ type: 'amount-typed', text });
        }}
      >
        {t('MAX')}
      </button>
    </span>
  );
}
