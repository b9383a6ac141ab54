import { PiggyBank } from 'lucide-react';
import { t } from '#language/t';
import { Link } from '../../lib/navigation/navigation.tsx';
import { paths } from '../../paths.ts';
import { Button, buttonClassName } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ModeMark } from '../../ui/mode-mark.tsx';

/** The empty public balance, and the ways to fund it. */
export function NoCoins() {
  return (
    <EmptyState
      icon={<PiggyBank className="icon" size={24} aria-hidden="true" />}
      title={t('No coins yet')}
      actions={
        <>
          <Link to={paths.depositCurrency} className={buttonClassName({ variant: 'filled' })}>
            {t('Deposit')}
          </Link>
          <Link to={paths.onRamping} className={buttonClassName({})}>
            {t('Acquire')}
          </Link>
        </>
      }
    >
      {t('Deposit POL, KAX or USDC on Polygon. Your coins appear here within a few seconds.')}
    </EmptyState>
  );
}

/** The empty private balance, which is funded from the public one. */
export function NoPrivateCoins({ onGoPublic }: { onGoPublic: () => void }) {
  return (
    <EmptyState
      icon={<ModeMark mode="private" size={24} />}
      title={t('No private balance yet')}
      actions={<Button onClick={onGoPublic}>{t('Go to public balance')}</Button>}
    >
      {t('Move coins here from your public balance to hide them on-chain.')}
    </EmptyState>
  );
}
