import { t } from '#language/t';
import { rich } from '../../ui/rich.tsx';
import '../../ui/card.css';
import './deposit-line.css';
import { CircleCheck, CloudOff } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { ActivityTransaction } from '#wire/wallet/history';
import { localFigure } from '../../lib/local-figure.ts';
import { Link } from '../../lib/navigation/navigation.tsx';
import { paths } from '../../paths.ts';
import { setWalletMode } from '../../state/wallet-mode.ts';
import { Secret } from '../../ui/secret.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { useLatestReceipts } from './api/public-history.ts';
import type { DepositCurrency } from './deposit-currencies.ts';
import { depositsSince, settledIdsIn, type WatchedDeposit } from './deposit-watch.ts';

interface DepositLineProps {
  currency: DepositCurrency;
  isHidden: boolean;
}

/** The live status of a deposit: waiting, detected, confirming block by block, arrived. Updates by itself. */
export function DepositLine({ currency, isHidden }: DepositLineProps) {
  const { data: receipts, error } = useLatestReceipts(currency.coinId);
  const settledIds = useInitialFinalIds(receipts);
  const deposits = receipts && settledIds ? depositsSince(receipts, settledIds) : [];
  return (
    <section className="deposit-lines" aria-label={t('Your deposit')} aria-live="polite">
      {error ? (
        <Line
          icon={<CloudOff className="icon" size={20} aria-hidden="true" />}
          title={t('Can’t reach Kax')}
          more={t('You can still send. Your deposit will appear when the connection is back.')}
        />
      ) : null}
      {deposits.map((deposit) => (
        <Deposit key={deposit.id} deposit={deposit} currency={currency} isHidden={isHidden} />
      ))}
      {error || deposits.length > 0 ? null : (
        <Line
          icon={<Spinner size={20} />}
          title={t('Waiting for your deposit')}
          more={t('You can leave this page. Your deposit will appear automatically.')}
        />
      )}
    </section>
  );
}

/** The rows that were final on the first read; they are never shown. */
function useInitialFinalIds(
  receipts: readonly ActivityTransaction[] | undefined,
): ReadonlySet<string> | null {
  const [settledIds, setSettledIds] = useState<ReadonlySet<string> | null>(null);
  if (settledIds === null && receipts !== undefined) setSettledIds(settledIdsIn(receipts));
  return settledIds;
}

function Deposit({ deposit, currency, isHidden }: DepositLineProps & { deposit: WatchedDeposit }) {
  const { amount, symbol, progress } = deposit;
  const figure = (
    <>
      <Secret isHidden={isHidden} width="5em">
        {localFigure(amount)}
      </Secret>{' '}
      {symbol}
    </>
  );
  if (deposit.at === 'arrived') {
    return (
      <Line
        icon={<CircleCheck className="icon deposit-line__done" size={20} aria-hidden="true" />}
        title={rich('Arrived: {amount}', { amount: figure })}
        more={rich('It’s final and in your public balance. <link>View activity</link>', {
          // Activity follows the mode, and a deposit is in the public one.
          link: (text) => (
            <Link to={paths.activity(currency.coinId)} onClick={() => setWalletMode('public')}>
              {text}
            </Link>
          ),
        })}
      />
    );
  }
  return (
    <Line
      icon={<Spinner size={20} />}
      title={rich('Detected: {amount}', { amount: figure })}
      more={
        progress === null
          ? t('Finalizing… usually a few seconds')
          : t('Finalizing… {done} of {total}', { done: progress.done, total: progress.of })
      }
    />
  );
}

function Line({ icon, title, more }: { icon: ReactNode; title: ReactNode; more: ReactNode }) {
  return (
    <div className="card deposit-line">
      {icon}
      <div>
        <b>{title}</b>
        <span>{more}</span>
      </div>
    </div>
  );
}
