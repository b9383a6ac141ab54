import { PiggyBank } from 'lucide-react';
import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import { Button, buttonClassName } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ModeMark } from '../../ui/mode-mark.tsx';

/** The empty public balance, and the ways to fund it. */
export function NoCoins() {
  return (
    <EmptyState
      icon={<PiggyBank className="icon" size={24} aria-hidden="true" />}
      title="No coins yet"
      actions={
        <>
          <Link to={paths.depositCurrency} className={buttonClassName({ variant: 'filled' })}>
            Deposit
          </Link>
          <Link to={paths.onRamping} className={buttonClassName({})}>
            Acquire
          </Link>
        </>
      }
    >
      Deposit POL, KAX or USDC on Polygon. Your coins appear here within a few seconds.
    </EmptyState>
  );
}

/** The empty private balance, which is funded from the public one. */
export function NoPrivateCoins({ onGoPublic }: { onGoPublic: () => void }) {
  return (
    <EmptyState
      icon={<ModeMark mode="private" size={24} />}
      title="No private balance yet"
      actions={<Button onClick={onGoPublic}>Go to public balance</Button>}
    >
      Move coins here from your public balance to hide them on-chain.
    </EmptyState>
  );
}
