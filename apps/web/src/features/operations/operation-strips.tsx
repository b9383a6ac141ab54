import '../../ui/card.css';
import './operation-strips.css';
import { ArrowUpRight, ChevronRight } from 'lucide-react';
import { Link } from 'react-router';
import { baseUnitsToDisplay, groupThousands } from '#domain/amount/base-units-to-display';
import type { OperationView } from '#wire/wallet/operation';
import { paths } from '../../paths.ts';
import { Secret } from '../../ui/secret.tsx';
import { standingOf } from './operation-steps.ts';

interface OperationStripsProps {
  operations: readonly OperationView[];
  isHidden: boolean;
}

/** What is under way, one line each; a line opens its steps. */
export function OperationStrips({ operations, isHidden }: OperationStripsProps) {
  if (operations.length === 0) return null;
  return (
    <section className="operation-strips" aria-label="Under way">
      {operations.map((operation) => (
        <Strip key={operation.id} operation={operation} isHidden={isHidden} />
      ))}
    </section>
  );
}

function Strip({ operation, isHidden }: { operation: OperationView; isHidden: boolean }) {
  const amount = groupThousands(baseUnitsToDisplay(BigInt(operation.amount), operation.decimals));
  return (
    <Link className="card operation-strip" to={paths.operation(operation.id)}>
      <ArrowUpRight className="icon" size={18} aria-hidden="true" />
      <span>
        <b>
          Sending{' '}
          <Secret isHidden={isHidden} width="5em">
            {amount}
          </Secret>{' '}
          {operation.symbol}
        </b>
        <span className="operation-strip__standing">{standingOf(operation)}</span>
      </span>
      <span className="operation-strip__meter" aria-hidden="true">
        <i style={{ width: `${percentOf(operation)}%` }} />
      </span>
      <span className="operation-strip__open">
        Open
        <ChevronRight className="icon" size={16} aria-hidden="true" />
      </span>
    </Link>
  );
}

/** Signing and sending are the first tenths; the rest is the wait for the last block. */
function percentOf({ steps }: OperationView): number {
  const final = steps.find(({ name }) => name === 'final');
  if (!final?.progress) return steps.filter(({ state }) => state === 'done').length * 10;
  return 20 + Math.round((80 * final.progress.done) / Math.max(1, final.progress.of));
}
