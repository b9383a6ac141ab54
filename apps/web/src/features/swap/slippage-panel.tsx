import { SLIPPAGE_OPTIONS_BPS, slippagePercent } from '#domain/swap/slippage';
import { t } from '#language/t';
import { HelpAbout } from '../../help/help-about.tsx';
import { Card } from '../../ui/card.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { isRunning } from './swap-flow.ts';
import { SlippageWarning } from './swap-warnings.tsx';
import type { SwapModel } from './use-swap.ts';

/** The settings panel (§2 Swap): the slippage. */
export function SlippagePanel({ model }: { model: SwapModel }) {
  const { form, step } = model.state;
  const options = SLIPPAGE_OPTIONS_BPS.map((bps) => ({
    value: String(bps),
    label: `${slippagePercent(bps)}%`,
  }));
  return (
    <Card className="slippage-panel">
      <div className="slippage-panel__head">
        <div className="help-beside">
          <h2>{t('Slippage')}</h2>
          <HelpAbout topic="slippage" about={t('Slippage')} />
        </div>
        <span>{t('How far the price can move against you')}</span>
      </div>
      <Segmented
        label={t('Slippage')}
        value={String(form.slippageBps)}
        options={options}
        onChange={(value) => {
          const slippageBps = SLIPPAGE_OPTIONS_BPS.find((bps) => String(bps) === value);
          if (slippageBps !== undefined && !isRunning(step)) {
            model.dispatch({ type: 'slippage-chosen', slippageBps });
          }
        }}
      />
      <SlippageWarning slippageBps={form.slippageBps} />
    </Card>
  );
}
