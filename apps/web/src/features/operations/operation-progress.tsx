import './operation-progress.css';
import { ExternalLink } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import { Link } from 'react-router';
import { baseUnitsToDisplay, groupThousands } from '#domain/amount/base-units-to-display';
import type { OperationView } from '#wire/wallet/operation';
import { DATE_REFRESH_MS, useNow } from '../../lib/use-now.ts';
import { paths } from '../../paths.ts';
import { useDiscretion } from '../../state/discretion.ts';
import { Amount } from '../../ui/amount.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { FlowBox } from '../../ui/flow-box.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Secret } from '../../ui/secret.tsx';
import { StepList } from '../../ui/step-list.tsx';
import { Summary } from '../../ui/summary.tsx';
import { accountOf, useWaitingAccounts } from './api/continue-operations.ts';
import { useOperation } from './api/operation.ts';
import { arrivalOf, outcomeOf } from './arrival.ts';
import { OperationActions } from './operation-actions.tsx';
import { OperationCounterparty } from './operation-counterparty.tsx';
import { LABELS_BY_KIND } from './operation-labels.ts';
import { cancellingText, stepsOf } from './operation-steps.ts';

interface OperationProgressProps {
  operation: OperationView;
  /** Called on every change. */
  onChange?: ((operation: OperationView) => void) | undefined;
}

/** The live progress of an operation: amount, actual steps, and transaction hash. */
export function OperationProgress({ operation: known, onChange }: OperationProgressProps) {
  const { data = known, error } = useOperation(known.id, known);
  const notify = useEffectEvent((latest: OperationView) => onChange?.(latest));
  useEffect(() => {
    notify(data);
  }, [data]);
  const now = useNow(DATE_REFRESH_MS);
  const { noun } = LABELS_BY_KIND[data.kind];
  const waitsFor = accountOf(data, useWaitingAccounts([data]));
  return (
    <>
      <OperationFlow operation={data} />
      <End operation={data} />
      <Arrival operation={data} />
      {data.isCancelled || data.isCancelling ? null : (
        <StepList label={`Steps of this ${noun}`} steps={stepsOf({ ...data, waitsFor }, now)} />
      )}
      {error ? (
        <p className="operation-progress__pause" role="status">
          Can’t reach Kax. Your {noun} continues without this page.
        </p>
      ) : null}
      <OperationActions operation={{ ...data, waitsFor }} />
      <TransactionHash operation={data} />
    </>
  );
}

/** Why the operation failed or is cancelled, if it is, and whether it was too late for that. */
function End({ operation }: { operation: OperationView }) {
  const { kind, failure, isCancelled } = operation;
  const note = isCancelled ? failure : noteOf(operation);
  if (note !== null) {
    return (
      <div role="status">
        <Notice>{note}</Notice>
      </div>
    );
  }
  if (failure === null) return null;
  const { noun } = LABELS_BY_KIND[kind];
  return (
    <Notice tone="bad" isAlert title={`Your ${noun} ${outcomeOf(operation)}.`}>
      {failure}
    </Notice>
  );
}

/** What arrived, where the token kept a part of the amount. */
function Arrival({ operation }: { operation: OperationView }) {
  const isHidden = useDiscretion();
  const arrival = arrivalOf(operation);
  if (arrival === null) return null;
  const shown = (amount: string) => (
    <Secret isHidden={isHidden} width="5em">
      {amount}
    </Secret>
  );
  return (
    <div role="status">
      <Notice>
        You sent {shown(arrival.sent)}. {shown(arrival.arrived)} arrived; the token kept{' '}
        {shown(arrival.kept)}.
      </Notice>
    </div>
  );
}

function noteOf({ isCancelling, isCancelledTooLate, failure, kind, chain }: OperationView) {
  if (isCancelling) return cancellingText(chain);
  if (!isCancelledTooLate || failure !== null) return null;
  return `It was too late to cancel: ${chain} confirmed this ${LABELS_BY_KIND[kind].noun}.`;
}

/** The amount and its destination. */
function OperationFlow({ operation }: { operation: OperationView }) {
  const isHidden = useDiscretion();
  const amount = baseUnitsToDisplay(BigInt(operation.amount), operation.decimals);
  const { amountLabel, mode, isCrossing } = LABELS_BY_KIND[operation.kind];
  const left = mode === 'public' ? 'private' : 'public';
  return (
    <FlowBox
      from={{
        label: amountLabel,
        mode: isCrossing ? left : undefined,
        value: (
          <Secret isHidden={isHidden} width="8em">
            <Amount size="large" text={groupThousands(amount)} symbol={operation.symbol} />
          </Secret>
        ),
      }}
      to={{
        label: 'To',
        mode: isCrossing ? mode : undefined,
        value: <OperationCounterparty address={operation.to} />,
      }}
    />
  );
}

function TransactionHash({ operation }: { operation: OperationView }) {
  const hash = operation.transactionHash;
  if (hash === null) return null;
  return (
    <Summary
      rows={[
        {
          label: 'Transaction hash',
          value: (
            <span className="transaction-hash">
              <Link to={paths.operation(operation.id)} title={hash} className="mono">
                {hash.slice(0, 10)}…{hash.slice(-8)}
              </Link>
              <CopyButton text={hash} />
              {operation.explorerUrl === null ? null : <Explorer url={operation.explorerUrl} />}
            </span>
          ),
        },
      ]}
    />
  );
}

function Explorer({ url }: { url: string }) {
  return (
    <a
      className="transaction-hash__explorer"
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      aria-label="View in block explorer (opens in a new tab)"
    >
      <ExternalLink className="icon" size={14} aria-hidden="true" />
    </a>
  );
}
