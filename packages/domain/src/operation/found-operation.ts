import type { BaseUnits } from '../amount/base-units.ts';
import {
  isOpen,
  type OpenOperation,
  type OperationDetails,
  type Rung,
  startOperation,
} from './operation.ts';
import type { OperationEvent } from './operation-event.ts';
import { transition } from './transition.ts';

/** A transaction of ours that the network has and the records lack. */
interface Found extends Rung {
  readonly nonce: number;
  /** Base units of the native coin. */
  readonly feeCeiling: BaseUnits;
}

/** @returns the event in place of a signature: the transaction is the only rung, and there is nothing to sign */
export function foundEvent(
  { nonce, raw, hash, feeCeiling }: Found,
  signedAt: Date,
): Extract<OperationEvent, { type: 'signed' }> {
  const signing = { nonce, ladder: [{ raw, hash }], cancellation: null, approval: null, signedAt };
  return { type: 'signed', signing, fees: { estimatedFee: feeCeiling, feeCeiling } };
}

/** @returns an operation whose transaction the network already has, to be followed to its end like any other */
export function foundOperation(details: OperationDetails, found: Found): OpenOperation {
  const prepared = transition(startOperation(details), { type: 'prepared' });
  const operation = transition(prepared, foundEvent(found, details.createdAt));
  if (!isOpen(operation)) throw new Error(`Operation ${operation.id} ended when it was found.`);
  return operation;
}
