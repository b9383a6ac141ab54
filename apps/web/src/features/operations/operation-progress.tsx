import './operation-progress.css';
import { ArrowRight, ExternalLink } from 'lucide-react';
import { Link } from 'react-router';
import { baseUnitsToDisplay, groupThousands } from '#domain/amount/base-units-to-display';
import type { OperationView } from '#wire/wallet/operation';
import { paths } from '../../paths.ts';
import { useDiscretion } from '../../state/discretion.ts';
import { ShortAddress } from '../../ui/address.tsx';
import { Amount } from '../../ui/amount.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Secret } from '../../ui/secret.tsx';
import { StepList } from '../../ui/step-list.tsx';
import { Summary } from '../../ui/summary.tsx';
import { useOperation } from './api/operation.ts';
import { stepsOf } from './operation-steps.ts';

/** An operation as it goes on: what moves, its true steps, and its hash. */
export function OperationProgress({ operation: known }: { operation: OperationView }) {
  const { data = known, error } = useOperation(known.id, known);
  return (
    <>
      <OperationFlow operation={data} />
      {data.failure !== null ? (
        <Notice tone="bad" isAlert title="No payment was made.">
          {data.failure}
        </Notice>
      ) : null}
      <StepList label="Steps of this payment" steps={stepsOf(data)} />
      {error ? (
        <p className="operation-progress__pause" role="status">
          Kax does not answer right now. The payment goes on without this page.
        </p>
      ) : null}
      <TransactionHash operation={data} />
    </>
  );
}

/** What moves, and where it goes. */
export function OperationFlow({ operation }: { operation: OperationView }) {
  const isHidden = useDiscretion();
  const amount = baseUnitsToDisplay(BigInt(operation.amount), operation.decimals);
  return (
    <div className="flow-box">
      <div>
        <span className="flow-box__label">You send</span>
        <Secret isHidden={isHidden} width="8em">
          <Amount size="large" text={groupThousands(amount)} symbol={operation.symbol} />
        </Secret>
      </div>
      <span className="flow-box__arrow">
        <ArrowRight className="icon" size={16} aria-hidden="true" />
      </span>
      <div>
        <span className="flow-box__label">To</span>
        <ShortAddress address={operation.to} />
      </div>
    </div>
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
      aria-label="Open in the block explorer, in a new tab"
    >
      <ExternalLink className="icon" size={14} aria-hidden="true" />
    </a>
  );
}
