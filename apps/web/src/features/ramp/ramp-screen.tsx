import { t } from '#language/t';
import '../../ui/card.css';
import './ramp-screen.css';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { isRampOpen, type RampSide } from '#domain/ramp/ramp-order';
import type { RampOrder } from '#wire/ramp/order';
import { ModeChip } from '../../ui/mode-mark.tsx';
import { RAMP_ORDERS_KEY, useRampOrders } from './api/ramp-orders.ts';
import { RampFrame } from './ramp-frame.tsx';
import { RampOrderList } from './ramp-order-list.tsx';

interface RampScreenProps {
  side: RampSide;
  address: string;
  isHidden: boolean;
  /** The order that the URL points to; null for none. */
  chosenId: string | null;
  /** Called when an open order ends, since balances may have changed. */
  onSettled: () => void;
  onSend?: ((order: RampOrder) => void) | undefined;
  /** Shown below the head. */
  notice: ReactNode;
}

const texts = {
  BUY: {
    title: t('Acquire'),
    intro: t('Pay by card or bank. USDC arrives at your public address.'),
  },
  SELL: {
    title: t('Withdraw'),
    intro: t('Sell USDC from your public address and get paid to your bank.'),
  },
} as const;

/** Buy or Sell: the partner's page, with the orders below it (§2 Buy / Sell). */
export function RampScreen(props: RampScreenProps) {
  const { side, address, isHidden, chosenId, onSettled, onSend, notice } = props;
  const client = useQueryClient();
  const { data: orders, error, refetch } = useRampOrders(side);
  useWhenSettled(orders, onSettled);
  const { title, intro } = texts[side];
  return (
    <div className="ramp-screen" data-mode="public">
      <title>{t('{title} · Kax', { title })}</title>
      <header className="ramp-screen__head">
        <div>
          <h1 className="page-title">{title}</h1>
          <p>{intro}</p>
        </div>
        <ModeChip mode="public" />
      </header>
      {notice}
      <RampFrame
        side={side}
        address={address}
        onChanged={() => void client.invalidateQueries({ queryKey: RAMP_ORDERS_KEY })}
      />
      <p className="ramp-screen__shared">
        {t(
          'We share your public address and email with our partner, who asks you for the rest. Kax never sees your card or bank details.',
        )}
      </p>
      <RampOrderList
        side={side}
        orders={orders}
        failure={error?.message ?? null}
        onRetry={() => void refetch()}
        isHidden={isHidden}
        chosenId={chosenId}
        onSend={onSend}
      />
    </div>
  );
}

/** Calls `onSettled` when an order is no longer open. */
function useWhenSettled(orders: readonly RampOrder[] | undefined, onSettled: () => void): void {
  const openIds = useRef<readonly string[]>([]);
  useEffect(() => {
    if (orders === undefined) return;
    const ids = orders.filter(({ status }) => isRampOpen(status)).map(({ id }) => id);
    const hasSettled = openIds.current.some((id) => !ids.includes(id));
    openIds.current = ids;
    if (hasSettled) onSettled();
  }, [orders, onSettled]);
}
