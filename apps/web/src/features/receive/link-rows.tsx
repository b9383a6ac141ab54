import { ChevronRight, HandCoins, Link } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { t } from '#language/t';
import { isWaiting, usePaymentRequests } from './api/payment-requests.ts';

interface LinkRowsProps {
  /** Undefined while no coin is known to ask for. */
  onRequest: (() => void) | undefined;
  onList: () => void;
  /** Where the user comes back from, whose row gets the focus. */
  returnsFrom?: 'request' | 'list' | null | undefined;
}

/** What leads to a new link with an amount, and to those there are. */
export function LinkRows({ onRequest, onList, returnsFrom }: LinkRowsProps) {
  const { data = [] } = usePaymentRequests({ isWanted: true, isFollowed: false });
  const waiting = data.filter(isWaiting).length;
  return (
    <div className="link-rows">
      {onRequest ? (
        <Row
          icon={<HandCoins className="icon" size={18} aria-hidden="true" />}
          title={t('Ask for an amount')}
          takesFocus={returnsFrom === 'request'}
          onPress={onRequest}
        >
          {t('Share a link or code with an amount and a message')}
        </Row>
      ) : null}
      <Row
        icon={<Link className="icon" size={18} aria-hidden="true" />}
        title={t('Your links')}
        takesFocus={returnsFrom === 'list'}
        onPress={onList}
      >
        {waiting === 0
          ? t('What you asked for so far')
          : t('{count} waiting for payment', { count: waiting })}
      </Row>
    </div>
  );
}

interface RowProps {
  icon: ReactNode;
  title: string;
  takesFocus: boolean;
  onPress: () => void;
  children: ReactNode;
}

function Row({ icon, title, takesFocus, onPress, children }: RowProps) {
  const ref = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (takesFocus) ref.current?.focus();
  }, [takesFocus]);
  return (
    <button type="button" ref={ref} className="receive-sheet__row" onClick={onPress}>
      <span className="receive-sheet__disc">{icon}</span>
      <span>
        <b>{title}</b>
        <span>{children}</span>
      </span>
      <ChevronRight className="icon" size={16} aria-hidden="true" />
    </button>
  );
}
