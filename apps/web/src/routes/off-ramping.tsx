import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useCallback, useState } from 'react';
import { useSearchParams } from 'react-router';
import { baseUnitsToDisplay } from '#domain/amount/base-units-to-display';
import type { RampOrder } from '#wire/ramp/order';
import type { OperationView } from '#wire/wallet/operation';
import { COINS_KEY } from '../features/coins/api/coins.ts';
import type { CoinsView } from '../features/coins/coins-view.ts';
import { useCoinsView } from '../features/coins/use-coins-view.ts';
import { OPERATIONS_KEY } from '../features/operations/api/operations.ts';
import { OperationProgress } from '../features/operations/operation-progress.tsx';
import { RAMP_ORDERS_KEY } from '../features/ramp/api/ramp-orders.ts';
import { RampScreen } from '../features/ramp/ramp-screen.tsx';
import { lazyRoute } from '../lib/lazy-route.ts';
import { useUser } from '../state/auth-session.ts';
import { useDiscretion } from '../state/discretion.ts';

const SendModal = lazyRoute(() => import('../features/send/send-modal.tsx'));

/** /off-ramping (§2 Buy / Sell): a sale is paid with the regular Send modal, prefilled. */
export default function OffRamping() {
  const { wallet } = useUser();
  const [search] = useSearchParams();
  const { view } = useCoinsView('public');
  const client = useQueryClient();
  const [order, setOrder] = useState<RampOrder | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const readAll = useCallback(() => {
    for (const queryKey of [COINS_KEY, OPERATIONS_KEY, RAMP_ORDERS_KEY]) {
      void client.invalidateQueries({ queryKey });
    }
  }, [client]);

  function openSend(chosen: RampOrder) {
    setOrder(chosen);
    setIsOpen(true);
  }

  return (
    <>
      <RampScreen
        side="SELL"
        address={wallet.publicWalletAddress}
        isHidden={useDiscretion()}
        chosenId={search.get('order')}
        onSettled={readAll}
        onSend={view.at === 'ready' ? openSend : undefined}
      />
      {order ? (
        <SaleModal
          key={order.id}
          order={order}
          view={view}
          isOpen={isOpen}
          onClose={() => setIsOpen(false)}
          onSent={readAll}
        />
      ) : null}
    </>
  );
}

interface SaleModalProps {
  order: RampOrder;
  view: CoinsView;
  isOpen: boolean;
  onClose: () => void;
  onSent: () => void;
}

function SaleModal({ order, view, isOpen, onClose, onSent }: SaleModalProps) {
  const { amount, decimals, tokenId, depositAddress } = order;
  const chains = view.at === 'ready' ? view.chains : [];
  const coin = chains.flatMap((chain) => chain.coins).find(({ id }) => id === tokenId);
  if (!coin || amount === null || depositAddress === null) return null;
  return (
    <Suspense fallback={null}>
      <SendModal
        isOpen={isOpen}
        onClose={onClose}
        chains={chains}
        coin={coin}
        filledIn={{
          amount: baseUnitsToDisplay(BigInt(amount), decimals),
          recipient: depositAddress,
        }}
        onSent={onSent}
        renderProgress={renderProgress}
      />
    </Suspense>
  );
}

function renderProgress(operation: OperationView) {
  return <OperationProgress operation={operation} />;
}
