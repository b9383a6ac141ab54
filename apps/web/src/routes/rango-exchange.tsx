import { t } from '#language/t';
import './page-head.css';
import { History, SlidersHorizontal } from 'lucide-react';
import { useMemo, useState } from 'react';
import { slippagePercent } from '#domain/swap/slippage';
import { useCoins } from '../features/coins/api/coins.ts';
import { SwapHistory } from '../features/swap/swap-history.tsx';
import { SwapWidget } from '../features/swap/swap-widget.tsx';
import { useSwap } from '../features/swap/use-swap.ts';
import { Link, useSearchParams } from '../lib/navigation/navigation.tsx';
import { paths } from '../paths.ts';
import { useUser } from '../state/auth-session.ts';
import { useDiscretion } from '../state/discretion.ts';
import { BackLink } from '../ui/back-link.tsx';
import { Button, buttonClassName } from '../ui/button.tsx';
import { ModeChip } from '../ui/mode-mark.tsx';
import { PublicNotice } from './public-notice.tsx';

const HISTORY_PATH = `${paths.exchange}?view=history`;

/** /rango-exchange (§2 Swap): the widget, or the swap history when a query parameter asks for it. */
export default function RangoExchange() {
  const [search] = useSearchParams();
  return (
    <div className="page-wide" data-mode="public">
      {search.get('view') === 'history' ? (
        <HistoryView openId={search.get('swap')} />
      ) : (
        <SwapView />
      )}
    </div>
  );
}

function SwapView() {
  const isHidden = useDiscretion();
  const { id, wallet } = useUser();
  const { data: chains } = useCoins(true);
  const coins = useMemo(() => chains?.flatMap((chain) => chain.coins) ?? [], [chains]);
  const [isSettingsOpen, setIsSettingsOpen] = useState(false);
  const model = useSwap(coins, id);
  return (
    <>
      <title>{t('Swap · Kax')}</title>
      <header className="swap-head">
        <div>
          <div className="swap-head__title">
            <h1 className="page-title">{t('Swap')}</h1>
            <ModeChip mode="public" />
          </div>
          <p>{t('Swap across networks, by the best route available.')}</p>
        </div>
        <div className="swap-head__buttons">
          <Link className={buttonClassName({ variant: 'quiet', size: 'sm' })} to={HISTORY_PATH}>
            <History className="icon" size={16} aria-hidden="true" />
            {t('History')}
          </Link>
          <Button
            size="sm"
            icon={<SlidersHorizontal className="icon" size={16} aria-hidden="true" />}
            aria-expanded={isSettingsOpen}
            onClick={() => setIsSettingsOpen(!isSettingsOpen)}
          >
            {t('Slippage {percent}%', {
              percent: slippagePercent(model.state.form.slippageBps),
            })}
          </Button>
        </div>
      </header>
      <SwapNotice />
      <SwapWidget
        model={model}
        coins={coins}
        account={wallet.publicWalletAddress}
        isHidden={isHidden}
        isSettingsOpen={isSettingsOpen}
        renderHistoryLink={(requestId) => (
          <Link
            className={buttonClassName({})}
            to={`${HISTORY_PATH}&swap=${encodeURIComponent(requestId)}`}
          >
            {t('View in history')}
          </Link>
        )}
      />
    </>
  );
}

function HistoryView({ openId }: { openId: string | null }) {
  const isHidden = useDiscretion();
  return (
    <>
      <title>{t('Swap history · Kax')}</title>
      <BackLink to={paths.exchange}>{t('Swap')}</BackLink>
      <header className="swap-head">
        <div className="swap-head__title">
          <h1 className="page-title">{t('Swap history')}</h1>
          <ModeChip mode="public" />
        </div>
      </header>
      <SwapNotice />
      <SwapHistory openId={openId} isHidden={isHidden} />
    </>
  );
}

function SwapNotice() {
  return (
    <PublicNotice title={t('Swaps are public, even in private mode.')}>
      {t('They use your public balance, and anyone can see them. Your private coins stay hidden.')}
    </PublicNotice>
  );
}
