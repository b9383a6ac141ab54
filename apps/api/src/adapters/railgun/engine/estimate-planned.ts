import type {
  FeeTokenDetails,
  NetworkName,
  RailgunERC20Amount,
  RailgunERC20AmountRecipient,
  TransactionGasDetails,
} from '@railgun-community/shared-models';
import {
  gasEstimateResponseDummyProofIterativeBroadcasterFee,
  type generateDummyProofTransactions,
  type generateTransact,
} from '@railgun-community/wallet';
import type { CallEstimate } from './private-transaction-calls.ts';
import { TXID_VERSION } from './start-engine.ts';

/** What RAILGUN's software calls transactions: each has one proof, and they are sent together. */
export type ProvedParts = Awaited<ReturnType<typeof generateDummyProofTransactions>>;

/** How a payment is planned, and what is called with the parts of the plan. */
interface PlannedPayment {
  readonly networkName: NetworkName;
  readonly walletId: string;
  readonly recipient: RailgunERC20AmountRecipient;
  plan(fee: RailgunERC20Amount | undefined): Promise<ProvedParts>;
  callOf(parts: ProvedParts): ReturnType<typeof generateTransact>;
}

/** Plans with the note for the broadcaster until it pays for what the plan would use. */
export async function estimatePlanned(
  { networkName, walletId, recipient, plan, callOf }: PlannedPayment,
  details: TransactionGasDetails,
  feeToken: FeeTokenDetails | undefined,
): Promise<CallEstimate> {
  let notes: readonly number[] = [];
  const { gasEstimate: gas } = await gasEstimateResponseDummyProofIterativeBroadcasterFee(
    plan,
    (parts) => {
      notes = parts.map(({ nullifiers }) => nullifiers.length);
      return callOf(parts);
    },
    TXID_VERSION,
    networkName,
    walletId,
    [recipient],
    details,
    feeToken,
    feeToken === undefined,
    false,
  );
  return { gas, notes };
}
