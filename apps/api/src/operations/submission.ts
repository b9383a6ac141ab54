import type { OperationDetails } from '#domain/operation/operation';
import type { Token } from '#domain/token/token';
import type { PlannedCalls } from '#signing/public/planned-calls';
import type { Operations, SigningRequest, SwapStepRef } from '../ports/operations.ts';
import type { PublicChain } from '../ports/public-chain.ts';
import type { Randomness } from '../ports/randomness.ts';
import type {
  CallPattern,
  RecordedAccount,
  RecoveredTransactions,
} from '../ports/recovered-transactions.ts';
import type { PublishPorts } from './publish-operation.ts';
import type { ReconcilePorts } from './reconcile-account.ts';
import type { OperationRequest } from './request-once.ts';
import type { AssemblyPorts, WithSigner } from './sign-plan.ts';

export interface SubmitPorts extends PublishPorts, Pick<AssemblyPorts, 'assemble'> {
  readonly operations: Pick<
    Operations,
    'findByKey' | 'signNext' | 'planNext' | 'record' | keyof RecoveredTransactions
  >;
  /** By chain id. */
  readonly chains: ReadonlyMap<number, Pick<PublicChain, 'broadcast'> & ReconcilePorts['chain']>;
  readonly randomness: Pick<Randomness, 'uuid'>;
}

/** An operation that was checked and priced against its chain; nothing is held, signed or stored yet. */
export interface PreparedOperation
  extends Omit<OperationDetails, 'id' | 'userId' | 'feeTokenId' | 'feeCeiling' | 'createdAt'>,
    Omit<PlannedCalls, 'rungs'> {
  readonly feeToken: Token;
  readonly chainState: SigningRequest['chainState'];
}

/** A prepared operation, or the caller's own refusal of it. */
export type Preparation<Refused> =
  | { readonly ok: true; readonly prepared: PreparedOperation }
  | { readonly ok: false; readonly refusal: Refused };

/** An operation that may have been sent before the database lost it. */
export interface SoughtOperation {
  readonly details: Omit<
    OperationDetails,
    'id' | 'userId' | 'estimatedFee' | 'feeCeiling' | 'createdAt'
  >;
  readonly pattern: CallPattern;
}

/** What a user requested. */
export interface RequestedOperation extends OperationRequest {
  /** Where its transaction would be. */
  readonly account: RecordedAccount;
  /**
   * The operation as it was requested, and how its transaction is recognized: it is not signed when the network already
   * has it. Null while that cannot be told. Left out for what cannot be told from another; such a one is refused while
   * a transaction of this account calls the same contract and no operation has it.
   */
  readonly sought?: () => Promise<SoughtOperation | null>;
  /** Where it is a step of a swap. */
  readonly swapStep?: SwapStepRef;
  /** `tagOf` the code of the payment request that it pays. */
  readonly paymentRequest?: string;
  /** The id of the payment by link whose money it claims or returns. */
  readonly endsClaim?: string;
}

/** What a user requested, who signs it, and who sends it first. */
export interface Submission extends RequestedOperation {
  readonly withSigner: WithSigner;
  /** `request`: its bytes leave before the outcome is known. `worker`: they leave with the worker's next run. */
  readonly publishedBy: 'request' | 'worker';
  /** The plan that its owner signed; left out where the vault signs. */
  readonly presented?: PresentedPlan;
}

/** What was planned for an operation when its owner was shown it. */
export interface PresentedPlan {
  readonly planId: string;
  readonly operationId: string;
  readonly calls: PresentedCalls;
}

/** Nothing of these is planned again: they are what was signed. */
export type PresentedCalls = Pick<
  PlannedOperation,
  'approval' | 'call' | 'fees' | 'rungs' | 'estimatedFee'
>;

/** A prepared operation, and how many rungs it gets. */
export type PlannedOperation = PreparedOperation & PlannedCalls;

/** Prepares an operation, with an approval of its own where its allowance was found to be another operation's. */
export type Prepare<Refused> = (allowance: {
  readonly isClaimed: boolean;
}) => Promise<Preparation<Refused>>;
