import type { Refusal } from '../../../application/call.ts';
import type { SubmitOutcome } from '../../../operations/submit-operation.ts';

const NOTHING_STORED: ReadonlySet<string> = new Set([
  'insufficient-funds',
  'fee-above-cap',
  'frozen',
  'request-over',
  'locked',
  'no-key',
  'plan-over',
  'plan-changed',
] satisfies SubmitOutcome<Refusal>['kind'][]);

/** @returns whether a prepared payment was surely not stored; of any other outcome it is, or may be */
export function isNothingStored({ kind }: { readonly kind: string }): boolean {
  return NOTHING_STORED.has(kind);
}
