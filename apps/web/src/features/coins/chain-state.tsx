import { t } from '#language/t';
import './chain-state.css';
import { elapsedText, recentClockText } from '../../lib/elapsed.ts';
import { useNow } from '../../lib/use-now.ts';
import { useIsOnline } from '../../ui/use-is-online.ts';
import type { CoinsView, Staleness } from './coins-view.ts';

/** Always shows how fresh the figures are. Stale figures are marked by shape as well as colour. */
export function ChainState({ view }: { view: CoinsView }) {
  const now = useNow(1_000);
  const isOffline = !useIsOnline();
  const { look, text } = describe(view, { now, isOffline });
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

interface Circumstances {
  readonly now: number;
  readonly isOffline: boolean;
}

function describe(view: CoinsView, { now, isOffline }: Circumstances): Description {
  if (view.at === 'loading') {
    const text = view.isOpening ? t('Opening your private balance') : t('Loading balances');
    return { look: 'waiting', text };
  }
  if (view.at === 'failed') return { look: 'stale', text: t('Couldn’t load balances') };
  const { staleness, updatedAt } = view;
  if (staleness) {
    const since = recentClockText(staleness.asOf, now);
    return isOffline && staleness.unreachable === 'server'
      ? { look: 'stale', text: t('Offline · since {since}', { since }) }
      : {
          look: 'stale',
          text: t('Can’t reach {name} · {since}', {
            name: nameOfSilent(staleness),
            since,
          }),
        };
  }
  if (view.isScanning) return { look: 'waiting', text: t('Checking for updates') };
  return {
    look: 'good',
    text: t('Up to date · {elapsed}', { elapsed: elapsedText(updatedAt, now) }),
  };
}

function nameOfSilent({ unreachable, chainNames }: Staleness): string {
  if (unreachable === 'chains') return chainNames.join(', ');
  return unreachable === 'pool' ? t('Private pool') : 'Kax';
}
