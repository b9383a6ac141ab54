import type { OperationView } from '#wire/wallet/operation';
import { firstToShield } from '../features/coins/first-to-shield.ts';
import type { BothBalances } from '../features/coins/use-both-balances.ts';
import { FirstSteps } from '../features/first-steps/first-steps.tsx';
import { useUser } from '../state/auth-session.ts';

interface DashboardFirstStepsProps {
  views: BothBalances;
  /** Those in progress. */
  operations: readonly OperationView[];
  onOpen: (params: Readonly<Record<string, string>>) => void;
}

/** The first steps of a new wallet, and how far it is with them. Loaded only while they are shown. */
export default function DashboardFirstSteps(props: DashboardFirstStepsProps) {
  const { views, operations, onOpen } = props;
  const { id } = useUser();
  const hasPublic = views.public.at === 'ready' && !views.public.isEmpty;
  const hasPrivate = views.private.at === 'ready' && !views.private.isEmpty;
  const isArriving = operations.some(({ kind }) => kind === 'shield');
  const coin = firstToShield(views.public);
  return (
    <FirstSteps
      userId={id}
      hasMoney={hasPublic || hasPrivate || isArriving}
      privateMoney={hasPrivate ? 'there' : isArriving ? 'arriving' : 'none'}
      onMakePrivate={coin && (() => onOpen({ do: 'shield', coin: coin.id, guide: 'first' }))}
      onExplain={() => onOpen({ do: 'welcome', step: 'balances' })}
    />
  );
}
