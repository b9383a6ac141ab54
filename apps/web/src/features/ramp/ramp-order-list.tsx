import { t, translated } from '#language/t';
import './ramp-order-list.css';
import { ArrowDownLeft, ArrowUpRight, Send } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { fiatText } from '#domain/ramp/fiat-text';
import { type RampSide, wordByRampStatus } from '#domain/ramp/ramp-order';
import type { RampOrder } from '#wire/ramp/order';
import { dayAndClockText, wholeDateText } from '../../lib/elapsed.ts';
import { FullAddress } from '../../ui/address.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { rich } from '../../ui/rich.tsx';
import { Secret } from '../../ui/secret.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { cryptoText, meaningOf, toneByStatus } from './ramp-texts.ts';

interface RampOrderListProps {
  side: RampSide;
  /** Undefined until they are read for the first time. */
  orders: readonly RampOrder[] | undefined;
  /** Why they could not be read; null otherwise. */
  failure: string | null;
  onRetry: () => void;
  isHidden: boolean;
  /** The order that the URL points to; null for none. */
  chosenId: string | null;
  /** Opens the payment for a sale; omitted until balances are known. */
  onSend?: ((order: RampOrder) => void) | undefined;
}

/** The user's orders, as recorded by the payment partner. */
export function RampOrderList(props: RampOrderListProps) {
  const { side, orders, failure, onRetry } = props;
  return (
    <section className="ramp-orders" aria-labelledby="ramp-orders">
      <h2 className="card-title" id="ramp-orders">
        {side === 'BUY' ? t('Your purchases') : t('Your sales')}
      </h2>
      <Card>
        {orders === undefined && failure !== null ? (
          <ErrorState title={t('Couldn’t load your orders')} onRetry={onRetry}>
            {t('{failure} Your orders aren’t affected.', { failure })}
          </ErrorState>
        ) : (
          <Rows {...props} />
        )}
      </Card>
    </section>
  );
}

const noneTextBySide: Readonly<Record<RampSide, string>> = {
  BUY: t('No purchases yet. Start one above, and you can follow it here until your USDC arrives.'),
  SELL: t('No sales yet. Start one above, and you can follow it here until your bank is paid.'),
};

function Rows({ side, orders, isHidden, chosenId, onSend }: RampOrderListProps) {
  if (orders === undefined) {
    return (
      <div className="ramp-order" role="status" aria-label={t('Loading...')}>
        <Skeleton width={36} height={36} isRound />
        <Skeleton width="40%" />
        <Skeleton width="30%" />
      </div>
    );
  }
  if (orders.length === 0) {
    return <p className="ramp-orders__none">{noneTextBySide[side]}</p>;
  }
  return (
    <ul>
      {orders.map((order) => (
        <Row
          key={order.id}
          order={order}
          isHidden={isHidden}
          isChosen={order.id === chosenId}
          onSend={onSend}
        />
      ))}
    </ul>
  );
}

interface RowProps {
  order: RampOrder;
  isHidden: boolean;
  isChosen: boolean;
  onSend: RampOrderListProps['onSend'];
}

function Row({ order, isHidden, isChosen, onSend }: RowProps) {
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isChosen) row.current?.scrollIntoView({ block: 'center' });
  }, [isChosen]);
  const { side, status, depositAddress, isSent, createdAt, explorerUrl } = order;
  const Icon = side === 'BUY' ? ArrowDownLeft : ArrowUpRight;
  const created = Date.parse(createdAt);
  const needsPayment = status === 'awaiting-payment' && depositAddress !== null && !isSent;
  return (
    <li className="ramp-order" ref={row} aria-current={isChosen || undefined}>
      <span className="ramp-order__disc">
        <Icon className="icon" size={18} aria-hidden="true" />
      </span>
      <div className="ramp-order__what">
        <b>
          <Secret isHidden={isHidden} width="6em">
            {cryptoText(order) ?? t('Amount not known yet')}
          </Secret>
        </b>
        <span>{meaningOf(order)}</span>
        {explorerUrl ? (
          <a href={explorerUrl} target="_blank" rel="noopener noreferrer">
            {t('View transaction')}
          </a>
        ) : null}
      </div>
      <div className="ramp-order__figures">
        <b>
          <Secret isHidden={isHidden} width="5em">
            {fiatText(order) ?? ''}
          </Secret>
        </b>
        <time title={wholeDateText(created)}>{dayAndClockText(created)}</time>
      </div>
      <Badge tone={toneByStatus[status]}>{translated(wordByRampStatus[status])}</Badge>
      {needsPayment ? (
        <div className="ramp-order__pay">
          <p>{rich('To {address}', { address: <FullAddress address={depositAddress} /> })}</p>
          <Button
            variant="filled"
            icon={<Send className="icon" size={16} aria-hidden="true" />}
            disabled={onSend === undefined}
            onClick={() => onSend?.(order)}
          >
            {t('Send {amount}', {
              amount: isHidden ? order.symbol : (cryptoText(order) ?? order.symbol),
            })}
          </Button>
        </div>
      ) : null}
    </li>
  );
}
