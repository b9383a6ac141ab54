import './chain-state.css';
import { clockText, elapsedText } from '../../lib/elapsed.ts';
import { useNow } from '../../lib/use-now.ts';
import type { CoinsView, Staleness } from './coins-view.ts';

/** Always shows how fresh the figures are. Stale figures are marked by shape as well as colour. */
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

interface Description {
  look: 'waiting' | 'good' | 'stale';
  text: string;
}

function describe(view: CoinsView, now: number): Description {
  if (view.at === 'loading') {
    const text = view.isOpening ? 'Opening your private balance' : 'Loading balances';
    return { look: 'waiting', text };
  }
  if (view.at === 'failed') return { look: 'stale', text: 'Couldn’t load balances' };
  const { staleness, updatedAt } = view;
  if (staleness) {
    const text = `Can’t reach ${nameOfSilent(staleness)} · ${clockText(staleness.asOf)}`;
    return { look: 'stale', text };
  }
  if (view.isScanning) return { look: 'waiting', text: 'Checking for updates' };
  return { look: 'good', text: `Up to date · ${elapsedText(updatedAt, now)}` };
}

function nameOfSilent({ unreachable, chainNames }: Staleness): string {
  if (unreachable === 'chains') return chainNames.join(', ');
  return unreachable === 'pool' ? 'Private pool' : 'Kax';
}
