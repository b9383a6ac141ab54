import type { BaseUnits } from '../amount/base-units.ts';
import type {
  CancellationReason,
  FailureReason,
  Inclusion,
  NonceUse,
  OperationDetails,
  Rung,
  Signing,
} from './operation.ts';

/** Everything that can happen to an operation. */
export type OperationEvent =
  | {
      readonly type: 'prepared';
      /** The broadcaster fee that the proof is bound to; left out when nothing was proved. */
      readonly broadcasterFee?: BaseUnits | null;
    }
  | { readonly type: 'locked' }
  | { readonly type: 'unlocked' }
  | { readonly type: 'failed'; readonly reason: FailureReason; readonly at: Date }
  | {
      readonly type: 'signed';
      readonly signing: Signing;
      /** Network fees at the time of signing, if it was signed later than it was created. */
      readonly fees?: Pick<OperationDetails, 'estimatedFee' | 'feeCeiling'>;
    }
  | {
      readonly type: 'tried';
      readonly rung: number;
      readonly at: Date;
      /** True when a node has it; false when that is unknown. */
      readonly isAccepted: boolean;
    }
  /** Its user wants the next rung sent now. */
  | { readonly type: 'speed-up-requested' }
  /** From now on only its cancellation is sent. */
  | {
      readonly type: 'cancellation-requested';
      readonly reason: CancellationReason;
      readonly at: Date;
    }
  | { readonly type: 'cancellation-tried'; readonly at: Date }
  /** More was signed for its nonce, because the network charges more than what was tried pays. */
  | {
      readonly type: 'repriced';
      /** Above the highest one; null exactly when the operation is to be cancelled. */
      readonly rung: Rung | null;
      /** Dearer than every rung and every cancellation before it. */
      readonly cancellation: Rung;
      readonly fees: Pick<OperationDetails, 'estimatedFee' | 'feeCeiling'>;
      readonly at: Date;
    }
  /** The approval was found in a block, or its block disappeared. */
  | { readonly type: 'approval-seen'; readonly inclusion: Inclusion | null }
  | { readonly type: 'mined'; readonly inclusion: Inclusion }
  | { readonly type: 'receipt-vanished' }
  | { readonly type: 'finalized'; readonly at: Date }
  /** Another transaction of the account used its nonce. */
  | { readonly type: 'nonce-taken'; readonly by: NonceUse; readonly at: Date }
  /** A final block has a transaction of its account under its nonce that does the same, and whose record was lost. */
  | { readonly type: 'mined-unrecorded'; readonly inclusion: Inclusion; readonly at: Date }
  /** A final block has a copy of a private payment: the same content, which someone else sent. */
  | { readonly type: 'paid-by-copy'; readonly copy: NonceUse; readonly at: Date }
  /** A final block has only some proofs of a private payment, which someone else sent. */
  | { readonly type: 'paid-in-part'; readonly part: NonceUse; readonly at: Date };
