import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useCallback } from 'react';
import { baseUnitsToDisplay } from '#domain/amount/base-units-to-display';
import { t } from '#language/t';
import type { RampOrder } from '#wire/ramp/order';
import type { OperationView } from '#wire/wallet/operation';
import { COINS_KEY } from '../features/coins/api/coins.ts';
import type { CoinsView } from '../features/coins/coins-view.ts';
import { useCoinsView } from '../features/coins/use-coins-view.ts';
import { OPERATIONS_KEY } from '../features/operations/api/operations.ts';
import { OperationProgress } from '../features/operations/operation-progress.tsx';
import { RAMP_ORDERS_KEY, useRampOrders } from '../features/ramp/api/ramp-orders.ts';
import { RampScreen } from '../features/ramp/ramp-screen.tsx';
import { lazyRoute } from '../lib/lazy-route.ts';
import {
  type ModalInUrl,
  type Requested,
  useModalInUrl,
} from '../lib/modal-url/use-modal-in-url.ts';
import { useSearchParams } from '../lib/navigation/navigation.tsx';
import { paths } from '../paths.ts';
import { useUser } from '../state/auth-session.ts';
import { useDiscretion } from '../state/discretion.ts';
import { PublicNotice } from './public-notice.tsx';

const SendModal = lazyRoute(() => import('../features/send/send-modal.tsx'));
const LeaveDialog = lazyRoute(() => import('../ui/leave-dialog.tsx'));

/** /off-ramping (§2 Buy / Sell): a sale is paid with the regular Send modal, prefilled. */
export default function OffRamping() {
  const { wallet } = useUser();
  const [search] = useSearchParams();
  const { view } = useCoinsView('public');
  const client = useQueryClient();
  const { data: orders } = useRampOrders('SELL');
  const modals = useModalInUrl((requested) => requestedSale(requested, orders, view));
  const readAll = useCallback(() => {
    for (const queryKey of [COINS_KEY, OPERATIONS_KEY, RAMP_ORDERS_KEY]) {
      void client.invalidateQueries({ queryKey });
    }
  }, [client]);

  return (
    <>
      <RampScreen
        side="SELL"
        address={wallet.publicWalletAddress}
        isHidden={useDiscretion()}
        chosenId={search.get('order')}
        onSettled={readAll}
        onSend={
          view.at === 'ready' ? (order) => modals.open({ do: 'send', order: order.id }) : undefined
        }
        notice={
          <PublicNotice title={t('Selling is public, even in private mode.')}>
            {t(
              'You sell from your public balance, and anyone can see it. Your private coins stay hidden.',
            )}
          </PublicNotice>
        }
      />
      {modals.modal ? (
        <>
          <SaleModal
            key={modals.modal.opening}
            modal={modals.modal}
            view={view}
            onClose={modals.close}
            onInput={modals.setHasInput}
            onSent={readAll}
          />
          <Suspense fallback={null}>
            <LeaveDialog
              isOpen={modals.isLeaving}
              onKeep={modals.keep}
              onDiscard={modals.discard}
            />
          </Suspense>
        </>
      ) : null}
    </>
  );
}

/** What the URL asks for, as in `?do=send&order=…`. */
function requestedSale(
  search: URLSearchParams,
  orders: readonly RampOrder[] | undefined,
  view: CoinsView,
): Requested<RampOrder> {
  const operationId = search.get('operation');
  if (operationId !== null) return { at: 'elsewhere', path: paths.operation(operationId) };
  if (orders === undefined || view.at !== 'ready') return { at: 'wait' };
  const order = orders.find(({ id }) => id === search.get('order'));
  return order ? { at: 'known', subject: order } : { at: 'nowhere' };
}

interface SaleModalProps {
  modal: ModalInUrl<RampOrder>;
  view: CoinsView;
  onClose: () => void;
  onInput: (hasInput: boolean) => void;
  onSent: () => void;
}

function SaleModal({ modal, view, onClose, onInput, onSent }: SaleModalProps) {
  const { amount, decimals, tokenId, depositAddress } = modal.subject;
  const chains = view.at === 'ready' ? view.chains : [];
  const coin = chains.flatMap((chain) => chain.coins).find(({ id }) => id === tokenId);
  if (!coin || amount === null || depositAddress === null) return null;
  return (
    <Suspense fallback={null}>
      <SendModal
        isOpen={modal.isOpen}
        onClose={onClose}
        onInput={onInput}
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
