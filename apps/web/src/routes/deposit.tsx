import { t } from '#language/t';
import './page-head.css';
import { Suspense } from 'react';
import { useKnownCoins } from '../features/coins/use-known-coins.ts';
import { depositCurrencies } from '../features/deposit/deposit-currencies.ts';
import { DepositLine } from '../features/deposit/deposit-line.tsx';
import { DepositCard } from '../features/receive/deposit-card.tsx';
import { paramsOf } from '../features/receive/use-receive-view.ts';
import { lazyRoute } from '../lib/lazy-route.ts';
import { useModalInUrl } from '../lib/modal-url/use-modal-in-url.ts';
import { Navigate } from '../lib/navigation/navigation.tsx';
import { useParams } from '../lib/navigation/routes.tsx';
import { paths } from '../paths.ts';
import { useUser } from '../state/auth-session.ts';
import { useDiscretion } from '../state/discretion.ts';
import { BackLink } from '../ui/back-link.tsx';
import { ModeChip } from '../ui/mode-mark.tsx';
import { DepositNotice } from './deposit-notice.tsx';

const ReceiveModal = lazyRoute(() => import('../features/receive/receive-modal.tsx'));
const LeaveDialog = lazyRoute(() => import('../ui/leave-dialog.tsx'));

/** /deposit/:currencyId (§2 Deposit). An unknown id redirects to the choice of currency. */
export default function Deposit() {
  const { currencyId } = useParams();
  const { wallet } = useUser();
  const isHidden = useDiscretion();
  const coins = useKnownCoins();
  const currency = depositCurrencies.find(({ id }) => id === currencyId);
  const coin = coins.find(({ id }) => id === currency?.coinId);
  const modals = useModalInUrl((search) =>
    search.get('do') === 'receive' ? { at: 'known', subject: null } : { at: 'nowhere' },
  );
  if (currency === undefined) return <Navigate to={paths.depositCurrency} replace />;
  return (
    <div className="page-narrow" data-mode="public">
      <title>{t('Deposit {symbol} · Kax', { symbol: currency.symbol })}</title>
      <div className="page-head">
        <div>
          <BackLink to={paths.depositCurrency}>{t('Deposit')}</BackLink>
          <h1 className="page-title">{t('Deposit {symbol}', { symbol: currency.symbol })}</h1>
        </div>
        <ModeChip mode="public" />
      </div>
      <DepositNotice />
      <DepositCard
        currency={currency}
        address={wallet.publicWalletAddress}
        coin={coin}
        onOpen={(view) => modals.open({ do: 'receive', ...paramsOf(view) })}
      />
      <DepositLine key={currency.id} currency={currency} isHidden={isHidden} />
      {modals.modal ? (
        <Suspense fallback={null}>
          <ReceiveModal
            key={modals.modal.opening}
            isOpen={modals.modal.isOpen}
            onClose={modals.close}
            mode="public"
            addressByMode={{
              public: wallet.publicWalletAddress,
              private: wallet.privateWalletAddress,
            }}
            coin={coin ?? null}
            coins={coins}
            onInput={modals.setHasInput}
          />
          <LeaveDialog isOpen={modals.isLeaving} onKeep={modals.keep} onDiscard={modals.discard} />
        </Suspense>
      ) : null}
    </div>
  );
}
