import type { Refusal } from '../../../application/call.ts';
import type { SubmitOutcome } from '../../../operations/submit-operation.ts';

const NOTHING_STORED: readonly SubmitOutcome<Refusal>['kind'][] = [
  'insufficient-funds',
  'fee-above-cap',
  'frozen',
  'request-over',
  'locked',
];

/** @returns whether a prepared payment was surely not stored; of any other outcome it is, or may be */
export function isNothingStored({ kind }: Pick<SubmitOutcome<Refusal>, 'kind'>): boolean {
  return NOTHING_STORED.includes(kind);
}
