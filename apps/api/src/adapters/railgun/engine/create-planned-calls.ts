import { ByteUtils } from '@railgun-community/engine';
import {
  type FeeTokenDetails,
  type NetworkName,
  type ProofType,
  type RailgunERC20Amount,
  type RailgunERC20AmountRecipient,
  sanitizeError,
  type TransactionGasDetails,
} from '@railgun-community/shared-models';
import {
  gasEstimateResponseDummyProofIterativeBroadcasterFee,
  generateDummyProofTransactions,
  generateProofTransactions,
  type generateTransact,
  nullifiersForTransactions,
} from '@railgun-community/wallet';
import type {
  CallEstimate,
  PrivateTransactionCalls,
  ProofTerms,
  Spender,
} from './private-transaction-calls.ts';
import { TXID_VERSION } from './start-engine.ts';

/** What RAILGUN's software calls transactions: each has one proof, and they are sent together. */
export type ProvedParts = Awaited<ReturnType<typeof generateDummyProofTransactions>>;

/** What the parts of one payment have in common. */
export interface PartsOf {
  /** Makes the binding of each payment another one. */
  readonly random: string;
  /** The broadcaster charges nothing. */
  readonly isUnpaid: boolean;
}

/** A payment as it is planned, and what is called with the parts of the plan. */
export interface PlannedPayment {
  readonly proofType: ProofType;
  readonly recipient: RailgunERC20AmountRecipient;
  readonly showSender: boolean;
  readonly memo?: string | undefined;
  /** What each proof has to state, so that none of them is valid without what belongs to it; null for nothing. */
  bindingOf(parts: ProvedParts, of: PartsOf): Promise<Binding | null>;
  callOf(
    parts: ProvedParts,
    of: PartsOf & { readonly isEstimate: boolean },
  ): ReturnType<typeof generateTransact>;
}

interface Binding {
  readonly contract: string;
  readonly parameters: string;
}

const RANDOM_BYTES = 31;
/** Estimates are for any price. */
const ESTIMATED_PRICE = 0n;

/**
 * Plans with empty proofs, which are as large as real ones, and proves what was planned. RAILGUN's own calls keep the
 * proved transaction for the whole process until another one asks for it.
 */
export function createPlannedCalls(
  networkName: NetworkName,
  { walletId, encryptionKey }: Spender,
  { proofType, recipient, showSender, memo, bindingOf, callOf }: PlannedPayment,
): PrivateTransactionCalls {
  const opened = [networkName, walletId, TXID_VERSION, encryptionKey] as const;
  const payment = [proofType, ...opened, showSender, memo] as const;

  const plan = (fee: RailgunERC20Amount | undefined, [, ...terms]: ProofTerms) =>
    generateDummyProofTransactions(...payment, [recipient], [], fee, ...terms);

  async function estimate(
    details: TransactionGasDetails,
    feeToken: FeeTokenDetails | undefined,
  ): Promise<CallEstimate> {
    const isUnpaid = feeToken === undefined;
    let notes: readonly number[] = [];
    const { gasEstimate: gas } = await gasEstimateResponseDummyProofIterativeBroadcasterFee(
      (fee) => plan(fee, [undefined, isUnpaid, ESTIMATED_PRICE]),
      (parts) => {
        notes = parts.map(({ nullifiers }) => nullifiers.length);
        return callOf(parts, { random: newRandom(), isUnpaid, isEstimate: true });
      },
      ...([TXID_VERSION, networkName, walletId] as const),
      [recipient],
      details,
      feeToken,
      isUnpaid,
      false,
    );
    return { gas, notes };
  }

  return {
    estimate,
    async prove(terms, onProgress) {
      const [feeNote, isUnpaid, leastGasPrice] = terms;
      const of = { random: newRandom(), isUnpaid };
      const planned = await plan(feeNote, terms).catch((error) =>
        Promise.reject(sanitizeError(error)),
      );
      const binding = await bindingOf(planned, of);
      const { provedTransactions: parts } = await generateProofTransactions(
        ...payment,
        [recipient],
        [],
        feeNote,
        isUnpaid,
        binding ?? undefined,
        false,
        leastGasPrice,
        onProgress,
      );
      if ((await bindingOf(parts, of))?.parameters !== binding?.parameters) {
        throw new Error('Other notes were proved than were planned: the proofs are not bound.');
      }
      const transaction = await callOf(parts, { ...of, isEstimate: false });
      return { transaction, nullifiers: nullifiersForTransactions(parts) };
    },
  };
}

function newRandom(): string {
  return ByteUtils.randomHex(RANDOM_BYTES);
}
