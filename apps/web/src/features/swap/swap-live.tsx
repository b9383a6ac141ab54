import type { ReactNode } from 'react';
import { t } from '#language/t';
import type { SwapView } from '#wire/exchange/swap-view';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { isUnconfirmed } from './is-unconfirmed.ts';
import { StepTitle } from './step-title.tsx';
import { LABEL_BY_STEP } from './swap-flow.ts';
import { SwapProgress } from './swap-progress.tsx';

interface SwapLiveProps {
  swap: SwapView;
  renderHistoryLink: (requestId: string) => ReactNode;
}

/** The swap that was just confirmed, step by step. */
export function SwapLive({ swap, renderHistoryLink }: SwapLiveProps) {
  return (
    <Card className="swap-live">
      <StepTitle>{t('Swapping')}</StepTitle>
      <SwapProgress swap={swap} isHidden={false} />
      {renderHistoryLink(swap.requestId)}
    </Card>
  );
}

/** The swap that was just confirmed, at its end. */
export function SwapEnded({
  swap,
  renderHistoryLink,
  onReset,
}: SwapLiveProps & { onReset: () => void }) {
  const isOpen = isUnconfirmed(swap);
  return (
    <Card className="swap-live">
      <StepTitle>{isOpen ? t('Delivery not confirmed') : t('Swap Successful')}</StepTitle>
      <SwapProgress swap={swap} isHidden={false} />
      {renderHistoryLink(swap.requestId)}
      <div className="swap-widget__actions">
        <Button size="lg" onClick={onReset}>
          {t('New swap')}
        </Button>
        <Button variant="filled" size="lg" disabled>
          {isOpen ? t('Not confirmed') : LABEL_BY_STEP.SwapSuccess}
        </Button>
      </div>
    </Card>
  );
}
