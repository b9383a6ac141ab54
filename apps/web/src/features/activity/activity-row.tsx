import './activity-row.css';
import {
  ArrowDownLeft,
  ArrowLeftRight,
  ArrowUpRight,
  Check,
  ChevronRight,
  CircleDot,
  Clock,
  CreditCard,
  ExternalLink,
  Landmark,
  LoaderCircle,
  type LucideIcon,
  Shield,
  ShieldOff,
  Stamp,
  X,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatUsd } from '#domain/price/format-usd';
import { valueInUsd } from '#domain/price/value-in-usd';
import { fiatText } from '#domain/ramp/fiat-text';
import type { ActivityTransaction } from '#wire/wallet/history';
import { clockText, wholeDateText } from '../../lib/elapsed.ts';
import { paths } from '../../paths.ts';
import { Amount } from '../../ui/amount.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Secret } from '../../ui/secret.tsx';
import { ActivityCounterparty } from './activity-counterparty.tsx';
import { amountText, rampSideOf, statusOf, titleOf } from './activity-labels.ts';

interface ActivityRowProps {
  transaction: ActivityTransaction;
  now: number;
  isHidden: boolean;
  /** Current price of one token in US dollars; null when unknown. */
  priceUsd: number | null;
  /** Called to open a public explorer, which can then link the transaction to the user. */
  onOpenExplorer: (url: string) => void;
  /** Called with an address that has no name yet; null where it isn’t offered. */
  onAddName: ((address: string) => void) | null;
}

/** One transaction: type, counterparty, status and amount. */
export function ActivityRow(props: ActivityRowProps) {
  const { transaction, now, isHidden } = props;
  const Icon = iconOf(transaction);
  const at = Date.parse(transaction.date);
  const memo = transaction.memo;
  return (
    <li className="activity-row" data-status={transaction.status}>
      <span className="activity-row__disc">
        <Icon className="icon" size={18} aria-hidden="true" />
      </span>
      <div className="activity-row__lines">
        <span className="activity-row__title">{titleOf(transaction)}</span>
        <span className="activity-row__second">
          {transaction.token}
          {memo ? (
            <>
              {' · '}
              <Secret isHidden={isHidden} width="8em">
                <bdi>“{memo}”</bdi>
              </Secret>
            </>
          ) : null}
          <span className="activity-row__narrow">, {clockText(at)}</span>
        </span>
      </div>
      <div className="activity-row__lines activity-row__counterparty">
        <ActivityCounterparty transaction={transaction} onAddName={props.onAddName} />
        <time
          className="activity-row__second activity-row__time"
          dateTime={transaction.date}
          title={wholeDateText(at)}
        >
          {clockText(at)}
        </time>
      </div>
      <span className="activity-row__status">
        <Status transaction={transaction} now={now} />
      </span>
      <Figures {...props} />
      <RowLink {...props} />
    </li>
  );
}

function Status({ transaction, now }: { transaction: ActivityTransaction; now: number }) {
  const { tone, icon, text } = statusOf(transaction, now);
  return (
    <Badge tone={tone} icon={STATUS_ICONS[icon]}>
      {text}
    </Badge>
  );
}

const statusIcon = { size: 12, 'aria-hidden': true } as const;
const STATUS_ICONS: Readonly<Record<ReturnType<typeof statusOf>['icon'], ReactNode>> = {
  done: <Check className="icon" {...statusIcon} />,
  failed: <X className="icon" {...statusIcon} />,
  waiting: <LoaderCircle className="icon activity-row__turning" {...statusIcon} />,
  clock: <Clock className="icon" {...statusIcon} />,
};

function Figures({ transaction, isHidden, priceUsd }: ActivityRowProps) {
  const { failure, token, ramp } = transaction;
  const value = ramp === null ? dollarText(transaction, priceUsd) : (fiatText(ramp) ?? '—');
  return (
    <div className="activity-row__lines activity-row__figures">
      <Secret isHidden={isHidden} width="7em">
        <span title={`${transaction.amount} ${token}`}>
          <Amount text={amountText(transaction)} symbol={token} />
        </span>
      </Secret>
      {failure && ramp === null ? (
        <span className="activity-row__second" title={failure}>
          No money moved
        </span>
      ) : (
        <span className="activity-row__second">
          <Secret isHidden={isHidden} width="5.4em">
            {value}
          </Secret>
        </span>
      )}
    </div>
  );
}

/** The current value, four decimals (§9). */
function dollarText(
  { amountBaseUnits, decimals }: ActivityTransaction,
  priceUsd: number | null,
): string {
  if (priceUsd === null) return '—';
  const value = valueInUsd(BigInt(amountBaseUnits), decimals, priceUsd);
  return `≈ ${formatUsd(value, { places: 4, rounding: 'down' })}`;
}

/** @returns the path of the details page; null for transactions that Kax didn't start */
function detailsOf({ ramp, swapId, operationId }: ActivityTransaction): string | null {
  if (ramp !== null) {
    const side = ramp.side === 'BUY' ? paths.onRamping : paths.offRamping;
    return `${side}?order=${encodeURIComponent(ramp.orderId)}`;
  }
  if (swapId !== null) return `${paths.exchange}?view=history&swap=${encodeURIComponent(swapId)}`;
  return operationId === null ? null : paths.operation(operationId);
}

/** Links to the details page; for other transactions, to the network's explorer if there is one. */
function RowLink({ transaction, onOpenExplorer }: ActivityRowProps) {
  const { explorerUrl } = transaction;
  const details = detailsOf(transaction);
  if (details !== null) {
    return (
      <Link
        className="activity-row__open"
        to={details}
        aria-label={`Details of ${titleOf(transaction)}, ${transaction.token}`}
      >
        <ChevronRight className="icon" size={16} aria-hidden="true" />
      </Link>
    );
  }
  if (explorerUrl === null) return <span />;
  return (
    <button
      type="button"
      className="activity-row__open"
      aria-label={`View ${titleOf(transaction)}, ${transaction.token}, in a public explorer`}
      onClick={() => onOpenExplorer(explorerUrl)}
    >
      <ExternalLink className="icon" size={15} aria-hidden="true" />
    </button>
  );
}

function iconOf(transaction: ActivityTransaction): LucideIcon {
  switch (transaction.type) {
    case 'send':
      return ArrowUpRight;
    case 'receive':
      return ArrowDownLeft;
    case 'shield':
      return Shield;
    case 'unshield':
      return ShieldOff;
    case 'internal-transfer':
    case 'swap':
      return ArrowLeftRight;
    case 'approve':
      return Stamp;
    case 'ramp':
      return rampSideOf(transaction) === 'BUY' ? CreditCard : Landmark;
    case 'nonce-fill':
    case 'other':
      return CircleDot;
  }
}
