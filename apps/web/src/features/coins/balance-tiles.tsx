import { t } from '#language/t';
import './balance-tiles.css';
import { Check, ChevronRight } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { useMoney } from '../../state/money.ts';
import type { WalletMode } from '../../state/wallet-mode.ts';
import { FittedAmount } from '../../ui/fitted-amount.tsx';
import { ModeMark } from '../../ui/mode-mark.tsx';
import { Secret } from '../../ui/secret.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { AllocationBar } from './allocation-bar.tsx';
import { exactText, tileText } from './balance-text.ts';
import type { CoinsView } from './coins-view.ts';
import type { BothBalances } from './use-both-balances.ts';
import { shareText, type TotalUnit, type WholeBalance } from './whole-balance.ts';

interface BalanceTilesProps {
  mode: WalletMode;
  views: BothBalances;
  whole: WholeBalance;
  currency: TotalUnit;
  isHidden: boolean;
  onChoose: (mode: WalletMode) => void;
}

const MODES = ['public', 'private'] as const;
const NAMES = { public: t('Public'), private: t('Private') } as const;
const MEANINGS = { public: t('Anyone can see'), private: t('Hidden on Polygon') } as const;
const ARROWS: ReadonlySet<string> = new Set(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']);

/** The two balances as radio buttons: the chosen one is the wallet's mode, and its coins are listed. */
export function BalanceTiles(props: BalanceTilesProps) {
  const { mode, onChoose } = props;

  function handleKey(event: KeyboardEvent<HTMLDivElement>) {
    if (!ARROWS.has(event.key)) return;
    event.preventDefault();
    const other = mode === 'public' ? 'private' : 'public';
    event.currentTarget.querySelector<HTMLElement>(`[data-mode="${other}"]`)?.focus();
    onChoose(other);
  }

  return (
    <div
      className="balance-tiles"
      role="radiogroup"
      aria-label={t('Balance shown')}
      onKeyDown={handleKey}
    >
      {MODES.map((each) => (
        <BalanceTile key={each} {...props} of={each} />
      ))}
    </div>
  );
}

function BalanceTile({ of, ...props }: BalanceTilesProps & { of: WalletMode }) {
  const isChosen = of === props.mode;
  const view = props.views[of];
  return (
    // biome-ignore lint/a11y/useSemanticElements: a radio input cannot hold the figures
    <button
      type="button"
      role="radio"
      aria-checked={isChosen}
      tabIndex={isChosen ? 0 : -1}
      className="balance-tile"
      data-mode={of}
      onClick={() => props.onChoose(of)}
    >
      <span className="balance-tile__name">
        <ModeMark mode={of} size={15} />
        {NAMES[of]}
        <span className="balance-tile__state">
          {isChosen ? <Check {...icon} /> : null}
          <span className="balance-tile__state-word">
            {isChosen ? t('Shown below') : t('Show')}
          </span>
          {isChosen ? null : <ChevronRight {...icon} />}
        </span>
      </span>
      <TileFigure {...props} of={of} />
      <span className="balance-tile__meaning">
        {stateText(view) ?? MEANINGS[of]}
        <Share {...props} of={of} />
      </span>
      {view.at === 'ready' ? <AllocationBar coins={view.coins} isHidden={props.isHidden} /> : null}
      {view.at === 'loading' ? <Skeleton height={6} /> : null}
    </button>
  );
}

const icon = { className: 'icon', size: 14, 'aria-hidden': true } as const;

type TileProps = BalanceTilesProps & { of: WalletMode };

function TileFigure({ views, whole, currency, isHidden, of }: TileProps) {
  const shownIn = { currency, money: useMoney() };
  const total = whole.at === 'ready' ? whole.byMode[of] : null;
  if (total === null) {
    return (
      <span className="balance-tile__figure">
        {views[of].at === 'failed' ? '—' : <Skeleton width={120} height={22} />}
      </span>
    );
  }
  return (
    <span className="balance-tile__figure">
      <Secret isHidden={isHidden} width="4.4em">
        <FittedAmount text={tileText(total, shownIn)} title={exactText(total, shownIn)} />
      </Secret>
    </span>
  );
}

function Share({ whole, currency, isHidden, of }: TileProps) {
  const share = shareText(whole, { mode: of, currency });
  if (share === null) return null;
  return (
    <span className="balance-tile__share">
      {' · '}
      <Secret isHidden={isHidden} width="2.6em">
        {share}
      </Secret>
    </span>
  );
}

/** @returns what the balance lacks; null when its figures are known and current */
function stateText(view: CoinsView): string | null {
  if (view.at === 'failed') return t('Couldn’t load it');
  if (view.at === 'loading') return view.isOpening ? t('Opening…') : t('Loading…');
  return view.isScanning ? t('Updating…') : null;
}
