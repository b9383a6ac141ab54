import { t } from '#language/t';
import './swap-progress.css';
import type { SwapProgressStep, SwapView } from '#wire/exchange/swap-view';
import { ShortAddress } from '../../ui/address.tsx';
import { rich } from '../../ui/rich.tsx';
import { Secret } from '../../ui/secret.tsx';
import { type Step, StepList } from '../../ui/step-list.tsx';
import { amountText, totalSeconds } from './route-figures.ts';
import { swapperName } from './swapper-name.ts';

/** The hops of a swap with their progress. Amounts are hidden when figures are hidden. */
export function SwapProgress({ swap, isHidden }: { swap: SwapView; isHidden: boolean }) {
  const steps = swap.progress.map((progress, index): Step => {
    const hop = swap.swaps[index];
    return {
      title: `${progress.step}. ${swapperName(progress.swapperId)}`,
      state: STATE_BY_PROGRESS[progress.state],
      time: hop && t('{seconds} s', { seconds: totalSeconds([hop]) }),
      detail: <StepDetail progress={progress} swap={swap} isHidden={isHidden} />,
    };
  });
  return <StepList label={t('Steps of the swap')} steps={steps} />;
}

const STATE_BY_PROGRESS: Readonly<Record<SwapProgressStep['state'], Step['state']>> = {
  'to-come': 'to-come',
  'to-sign': 'now',
  sent: 'now',
  done: 'done',
  failed: 'failed',
};

const SENTENCE_BY_DELIVERY = {
  checking: t('The exchange reports a delivery that we can’t see yet. We’re still checking.'),
  reported: t('Reported by the exchange, not confirmed by us.'),
} as const;

interface StepDetailProps {
  progress: SwapProgressStep;
  swap: SwapView;
  isHidden: boolean;
}

function StepDetail({ progress, swap, isHidden }: StepDetailProps) {
  const hop = swap.swaps[progress.step - 1];
  if (hop === undefined) return null;
  const { output, txId, destTx } = progress;
  const isDone = progress.state === 'done' && output !== null;
  const values = {
    sold: (
      <Secret isHidden={isHidden} width="6em">
        {amountText(hop.fromAmount, hop.from)}
      </Secret>
    ),
    fromChain: hop.from.chain,
    received: (
      <Secret isHidden={isHidden} width="6em">
        {isDone
          ? amountText(output.amount, { ...hop.to, symbol: output.symbol })
          : amountText(hop.toAmount, hop.to)}
      </Secret>
    ),
    toChain: hop.to.chain,
  };
  return (
    <>
      {progress.state === 'to-sign'
        ? rich(
            '{sold} on {fromChain} to {received} on {toChain}. It needs your signature, so keep this page open.',
            values,
          )
        : rich('{sold} on {fromChain} to {received} on {toChain}', values)}
      {progress.delivery === 'checking' || progress.delivery === 'reported' ? (
        <span className="swap-hash">{SENTENCE_BY_DELIVERY[progress.delivery]}</span>
      ) : null}
      {txId === null ? null : (
        <span className="swap-hash">
          {t('Transaction')} <ShortAddress address={txId} />
        </span>
      )}
      {destTx === null ? null : (
        <span className="swap-hash">
          {progress.delivery === 'reported' ? t('Reported transaction') : t('Arrived with')}{' '}
          <ShortAddress address={destTx} />
        </span>
      )}
    </>
  );
}
