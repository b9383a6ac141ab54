import { ArrowRight } from 'lucide-react';
import { slippagePercent } from '#domain/swap/slippage';
import { t } from '#language/t';
import type { SwapAsset, SwapRoute } from '#wire/exchange/route';
import { HelpAbout } from '../../help/help-about.tsx';
import { asSentence } from '../../money-form/as-sentence.ts';
import { ConfirmButton } from '../../money-form/confirm-button.tsx';
import { useMoney } from '../../state/money.ts';
import { FullAddress } from '../../ui/address.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { FormAlert } from '../../ui/form-alert.tsx';
import { Mark } from '../../ui/mark.tsx';
import { ModeChip } from '../../ui/mode-mark.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Summary } from '../../ui/summary.tsx';
import { QuoteAge } from './quote-age.tsx';
import {
  amountText,
  confirmText,
  minimumText,
  totalFeeText,
  totalSeconds,
  valueText,
} from './route-figures.ts';
import { LegAmounts, legsOf } from './route-hops.tsx';
import { RouteTags } from './route-list.tsx';
import type { ShownPrices } from './shown-prices.ts';
import { StepTitle } from './step-title.tsx';
import {
  isRunning,
  LABEL_BY_STEP,
  mayHaveStarted,
  type SwapAttempt,
  type SwapStep,
} from './swap-flow.ts';
import { PriceWarnings, SlippageWarning } from './swap-warnings.tsx';
import { swapperName } from './swapper-name.ts';

interface ConfirmPanelProps {
  step: Extract<SwapStep, { at: 'ConfirmSwap' }>;
  slippageBps: number;
  prices: ShownPrices;
  /** The wallet that pays and receives. */
  account: string;
  onRefresh: () => void;
  onBack: () => void;
  onConfirm: () => void;
}

/** The swap to confirm: both ends, the totals, each hop and the warnings, and only then the button. */
export function ConfirmPanel(props: ConfirmPanelProps) {
  const { step, slippageBps, prices, account, onRefresh } = props;
  const { route, found, attempt, isRefreshing } = step;
  const [first, last] = [route.swaps[0], route.swaps.at(-1)];
  if (!first || !last) return null;
  return (
    <Card className="confirm-panel">
      <div className="confirm-panel__head">
        <StepTitle>{t('Route details')}</StepTitle>
        <ModeChip mode="public" />
        <RouteTags route={route} />
      </div>
      {mayHaveStarted(attempt) ? null : (
        <QuoteAge expiresAt={found.expiresAt} isRefreshing={isRefreshing} onRefresh={onRefresh} />
      )}
      <RateChange step={step} to={last.to} />
      <div className="confirm-panel__ends">
        <End asset={first.from} amount={first.fromAmount} usdPrice={prices.sell} />
        <span className="confirm-panel__arrow">
          <ArrowRight className="icon" size={18} aria-hidden="true" />
        </span>
        <End asset={last.to} amount={route.outputAmount} usdPrice={prices.receive} />
      </div>
      <Totals route={route} slippageBps={slippageBps} account={account} />
      <Legs route={route} />
      <PriceWarnings route={route} prices={prices} />
      <SlippageWarning slippageBps={slippageBps} />
      <AttemptFailure attempt={attempt} />
      <div className="swap-widget__actions">
        <Button size="lg" disabled={isRunning(step)} onClick={props.onBack}>
          {t('Back')}
        </Button>
        {/* Another amount is another swap, which a press for the earlier one must not confirm. */}
        <ConfirmButton
          key={route.outputAmount}
          isBusy={isRunning(step)}
          busyLabel={t('Swapping')}
          onConfirm={props.onConfirm}
        >
          {LABEL_BY_STEP.ConfirmSwap}
        </ConfirmButton>
      </div>
    </Card>
  );
}

function RateChange({ step, to }: Pick<ConfirmPanelProps, 'step'> & { to: SwapAsset }) {
  const { changedFrom, route } = step;
  if (changedFrom === null) return null;
  return (
    <Notice tone="warn" title={t('The rate has changed.')} isAlert>
      {t('It was {before} and is now {now}. Confirm to accept it.', {
        before: amountText(changedFrom, to),
        now: amountText(route.outputAmount, to),
      })}
    </Notice>
  );
}

interface EndProps {
  asset: SwapAsset;
  amount: string;
  usdPrice: number | null;
}

function End({ asset, amount, usdPrice }: EndProps) {
  const money = useMoney();
  return (
    <div className="confirm-panel__end">
      <span>
        <Mark src={asset.blockchainLogo} letters={asset.chain} size={16} shape="tile" />
        {asset.chain}
      </span>
      <b>{confirmText(amount, asset)}</b>
      <span>{valueText(amount, { ...asset, usdPrice }, money) ?? t('No price')}</span>
    </div>
  );
}

type TotalsProps = Pick<ConfirmPanelProps, 'slippageBps' | 'account'> & { route: SwapRoute };

function Totals({ route, slippageBps, account }: TotalsProps) {
  const money = useMoney();
  return (
    <Summary
      rows={[
        {
          label: t('Minimum received'),
          help: <HelpAbout topic="minimum-received" about={t('Minimum received')} />,
          value: minimumText(route, slippageBps),
          note: t('{percent}% slippage', { percent: slippagePercent(slippageBps) }),
        },
        { label: t('Total fee'), value: totalFeeText(route.swaps, money) },
        {
          label: t('Total average time'),
          value: t('{seconds} seconds', { seconds: totalSeconds(route.swaps) }),
        },
        {
          label: t('Source wallet'),
          value: <FullAddress address={account} />,
          isStacked: true,
        },
      ]}
    />
  );
}

function Legs({ route }: { route: SwapRoute }) {
  const money = useMoney();
  return (
    <ol className="confirm-panel__legs">
      {route.swaps.flatMap((hop) =>
        legsOf([hop]).map((leg) => (
          <li key={`${leg.from.blockchain} ${leg.from.symbol} ${leg.to.symbol}`}>
            <b>{swapperName(leg.swapperId)}</b>
            {leg.from === hop.from ? (
              <span className="confirm-panel__cost">
                {t('{seconds} s · {fee}', {
                  seconds: totalSeconds([hop]),
                  fee: totalFeeText([hop], money),
                })}
              </span>
            ) : null}
            <LegAmounts leg={leg} />
          </li>
        )),
      )}
    </ol>
  );
}

function AttemptFailure({ attempt }: { attempt: SwapAttempt }) {
  if (attempt.at !== 'failed') return null;
  return attempt.isUnknown ? (
    <FormAlert title={t('We don’t know yet whether it started.')}>
      {t('{message} You can confirm again without swapping twice.', {
        message: asSentence(attempt.message),
      })}
    </FormAlert>
  ) : (
    <FormAlert>{attempt.message}</FormAlert>
  );
}
