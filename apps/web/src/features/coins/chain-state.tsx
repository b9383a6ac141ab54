import './chain-state.css';
import { clockText, elapsedText } from '../../lib/elapsed.ts';
import { useNow } from '../../lib/use-now.ts';
import type { CoinsView } from './coins-view.ts';

/** One line that always says how fresh the figures are; a shape besides the colour when they are old. */
export function ChainState({ view }: { view: CoinsView }) {
  const now = useNow(1_000);
  const { look, text } = describe(view, now);
  return (
    <p className="chain-state">
      <i className={`chain-state__dot chain-state__dot--${look}`} />
      {text}
    </p>
  );
}

function describe(
  view: CoinsView,
  now: number,
): { look: 'waiting' | 'good' | 'stale'; text: string } {
  if (view.at === 'loading') return { look: 'waiting', text: 'Reading balances' };
  if (view.at === 'failed') return { look: 'stale', text: 'Balances not read' };
  const { staleness, updatedAt } = view;
  if (!staleness) return { look: 'good', text: `Up to date · ${elapsedText(updatedAt, now)}` };
  const silent = staleness.chainNames.join(', ') || 'Kax';
  return { look: 'stale', text: `${silent} not reached · ${clockText(staleness.asOf)}` };
}
