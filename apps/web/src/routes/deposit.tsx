import './page-head.css';
import { Navigate, useParams } from 'react-router';
import { useKnownCoins } from '../features/coins/use-known-coins.ts';
import { depositCurrencies } from '../features/deposit/deposit-currencies.ts';
import { DepositLine } from '../features/deposit/deposit-line.tsx';
import { DepositCard } from '../features/receive/deposit-card.tsx';
import { paths } from '../paths.ts';
import { useUser } from '../state/auth-session.ts';
import { useDiscretion } from '../state/discretion.ts';
import { BackLink } from '../ui/back-link.tsx';
import { ModeChip } from '../ui/mode-mark.tsx';
import { DepositNotice } from './deposit-notice.tsx';

/** /deposit/:currencyId (§2 Deposit). An unknown id redirects to the choice of currency. */
export default function Deposit() {
  const { currencyId } = useParams();
  const { wallet } = useUser();
  const isHidden = useDiscretion();
  const coins = useKnownCoins();
  const currency = depositCurrencies.find(({ id }) => id === currencyId);
  if (currency === undefined) return <Navigate to={paths.depositCurrency} replace />;
  return (
    <div className="page-narrow" data-mode="public">
      <title>{`Deposit ${currency.symbol} · Kax`}</title>
      <div className="page-head">
        <div>
          <BackLink to={paths.depositCurrency}>Deposit</BackLink>
          <h1 className="page-title">Deposit {currency.symbol}</h1>
        </div>
        <ModeChip mode="public" />
      </div>
      <DepositNotice />
      <DepositCard
        currency={currency}
        address={wallet.publicWalletAddress}
        coin={coins.find(({ id }) => id === currency.coinId)}
      />
      <DepositLine key={currency.id} currency={currency} isHidden={isHidden} />
    </div>
  );
}
