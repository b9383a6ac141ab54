import { t } from '#language/t';
import './operation-progress.css';
import { ExternalLink } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import { baseUnitsToDisplay } from '#domain/amount/base-units-to-display';
import type { OperationView } from '#wire/wallet/operation';
import { useOwnAddresses } from '../../contacts/own-addresses.ts';
import { localFigure } from '../../lib/local-figure.ts';
import { Link } from '../../lib/navigation/navigation.tsx';
import { paths } from '../../paths.ts';
import { useDiscretion } from '../../state/discretion.ts';
import { Amount } from '../../ui/amount.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { FlowBox } from '../../ui/flow-box.tsx';
import { Secret } from '../../ui/secret.tsx';
import { Summary } from '../../ui/summary.tsx';
import { useOperation } from './api/operation.ts';
import { useClaimOf } from './operation-claim.ts';
import { OperationCounterparty } from './operation-counterparty.tsx';
import { labelsOf } from './operation-labels.ts';
import { OperationLink } from './operation-link.tsx';
import { OperationState } from './operation-state.tsx';

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
  return (
    <>
      <OperationFlow operation={data} />
      <OperationState operation={data} isOutOfReach={error !== null} />
      <OperationLink operation={data} />
      <TransactionHash operation={data} />
    </>
  );
}

/** The amount and its destination. */
function OperationFlow({ operation }: { operation: OperationView }) {
  const isHidden = useDiscretion();
  const claim = useClaimOf(operation);
  // What a private one sets aside for the fee of its claim is in the same coin.
  const units = BigInt(claim?.amount ?? operation.amount);
  const amount = baseUnitsToDisplay(units, operation.decimals);
  const { amountLabel, mode, isCrossing } = labelsOf(operation, useOwnAddresses());
  const left = mode === 'public' ? 'private' : 'public';
  return (
    <FlowBox
      from={{
        label: claim === null ? amountLabel : t('You send'),
        mode: isCrossing ? left : undefined,
        value: (
          <Secret isHidden={isHidden} width="8em">
            <Amount size="large" text={localFigure(amount)} symbol={operation.symbol} />
          </Secret>
        ),
      }}
      to={{
        label: t('To'),
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
          label: t('Transaction hash'),
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
      aria-label={t('View in block explorer (opens in a new tab)')}
    >
      <ExternalLink className="icon" size={14} aria-hidden="true" />
    </a>
  );
}
