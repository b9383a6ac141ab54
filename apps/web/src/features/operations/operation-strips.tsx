import { t } from '#language/t';
import { rich } from '../../ui/rich.tsx';
import '../../ui/card.css';
import './operation-strips.css';
import {
  ArrowDownLeft,
  ArrowLeftRight,
  ArrowUpDown,
  ArrowUpRight,
  ChevronRight,
  ShieldOff,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { baseUnitsToDisplay } from '#domain/amount/base-units-to-display';
import type { OperationView } from '#wire/wallet/operation';
import { useContactOf } from '../../contacts/contact-of.ts';
import { useOwnAddresses } from '../../contacts/own-addresses.ts';
import { localFigure } from '../../lib/local-figure.ts';
import { Link } from '../../lib/navigation/navigation.tsx';
import { DATE_REFRESH_MS, useNow } from '../../lib/use-now.ts';
import { paths } from '../../paths.ts';
import { ModeMark } from '../../ui/mode-mark.tsx';
import { Secret } from '../../ui/secret.tsx';
import { accountOf, useWaitingAccounts } from './api/continue-operations.ts';
import { OperationActions } from './operation-actions.tsx';
import { useClaimOf } from './operation-claim.ts';
import { isReceived, LABELS_BY_KIND, labelsOf } from './operation-labels.ts';
import { type ShownOperation, statusOf } from './operation-steps.ts';

interface OperationStripsProps {
  operations: readonly OperationView[];
  isHidden: boolean;
}

/** The operations in progress, one line each. A line links to its steps. */
export function OperationStrips({ operations, isHidden }: OperationStripsProps) {
  const now = useNow(DATE_REFRESH_MS);
  const waiting = useWaitingAccounts(operations);
  const own = useOwnAddresses();
  if (operations.length === 0) return null;
  const shown = operations.map((operation) => ({
    ...operation,
    waitsFor: accountOf(operation, waiting),
    isReceived: isReceived(operation, own),
  }));
  return (
    <section className="operation-strips" aria-label={t('In progress')}>
      {shown.map((operation) => (
        <div
          key={operation.id}
          className="card operation-strip"
          data-mode={LABELS_BY_KIND[operation.kind].mode}
        >
          <StripLink operation={operation} isHidden={isHidden} now={now} />
          <OperationActions operation={operation} />
        </div>
      ))}
    </section>
  );
}

interface StripProps {
  operation: ShownOperation;
  isHidden: boolean;
  now: number;
}

function StripLink({ operation, isHidden, now }: StripProps) {
  const recipient = useContactOf(operation.to);
  const own = useOwnAddresses();
  const claim = useClaimOf(operation);
  const units = BigInt(claim?.amount ?? operation.amount);
  const amount = localFigure(baseUnitsToDisplay(units, operation.decimals));
  const name = claim?.recipient.value ?? recipient?.name ?? null;
  const shown = {
    operation: claim === null ? labelsOf(operation, own).operation : 'payment',
    amount: (
      <Secret isHidden={isHidden} width="5em">
        {amount}
      </Secret>
    ),
    symbol: operation.symbol,
  };
  return (
    <Link className="operation-strip__link" to={paths.operation(operation.id)}>
      {operation.isReceived ? <ArrowDownLeft {...icon} /> : ICON_BY_KIND[operation.kind]}
      <span>
        <b>
          {name === null
            ? rich(
                '{operation, select, shield {Shielding} unshield {Unshielding} swap {Swapping} transfer {Transferring} incoming {Receiving} other {Sending}} {amount} {symbol}',
                shown,
              )
            : rich(
                '{operation, select, shield {Shielding} unshield {Unshielding} swap {Swapping} transfer {Transferring} incoming {Receiving} other {Sending}} {amount} {symbol} to <bdi>{name}</bdi>',
                { ...shown, name, bdi: (inside) => <bdi>{inside}</bdi> },
              )}
        </b>
        <span className="operation-strip__status">{statusOf(operation, now)}</span>
      </span>
      <span className="operation-strip__meter" aria-hidden="true">
        <i style={{ width: `${percentOf(operation)}%` }} />
      </span>
      <span className="operation-strip__open">
        {t('Open')}
        <ChevronRight className="icon" size={16} aria-hidden="true" />
      </span>
    </Link>
  );
}

const icon = { className: 'icon', size: 18, 'aria-hidden': true } as const;

const ICON_BY_KIND: Readonly<Record<OperationView['kind'], ReactNode>> = {
  send: <ArrowUpRight {...icon} />,
  shield: <ModeMark mode="private" size={18} />,
  unshield: <ShieldOff {...icon} />,
  'internal-transfer': <ArrowLeftRight {...icon} />,
  swap: <ArrowUpDown {...icon} />,
};

/** The share of total progress for each step: waiting takes long, the rest is quick. */
const WEIGHT_BY_STEP: Readonly<Record<OperationView['steps'][number]['name'], number>> = {
  signed: 1,
  sent: 1,
  final: 8,
  approve: 2,
  proof: 5,
  submitted: 1,
  confirmed: 4,
};

function percentOf({ steps }: OperationView): number {
  const whole = steps.reduce((sum, { name }) => sum + WEIGHT_BY_STEP[name], 0);
  const done = steps.reduce((sum, { name, state, progress }) => {
    if (state === 'done') return sum + WEIGHT_BY_STEP[name];
    if (state !== 'now' || progress === null) return sum;
    return sum + (WEIGHT_BY_STEP[name] * progress.done) / Math.max(1, progress.of);
  }, 0);
  return Math.round((100 * done) / Math.max(1, whole));
}
