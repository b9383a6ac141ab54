import {
  type FeeTokenDetails,
  type NetworkName,
  ProofType,
  type RailgunERC20Amount,
  type TransactionGasDetails,
} from '@railgun-community/shared-models';
import {
  gasEstimateResponseDummyProofIterativeBroadcasterFee,
  generateDummyProofTransactions,
} from '@railgun-community/wallet';
import { newAdaptRandom } from './adapt-random.ts';
import { callPartsOf } from './call-parts.ts';
import type { PrivateTransaction, Spender } from './private-transaction-calls.ts';
import { relayAdaptOf } from './relay-adapt-of.ts';
import { TXID_VERSION } from './start-engine.ts';

/** What a transaction would use, units of gas, and how many notes each of its proofs would spend. */
export interface CallEstimate {
  readonly gas: bigint;
  readonly notes: readonly number[];
}

/** What gas costs, and the token of the note that pays for it; undefined when the broadcaster charges nothing. */
interface Prices {
  readonly details: TransactionGasDetails;
  readonly feeToken: FeeTokenDetails | undefined;
}

/** Estimates are for any price. */
const ESTIMATED_PRICE = 0n;

const proofTypes = {
  transfer: ProofType.Transfer,
  unshield: ProofType.Unshield,
  'unshield-native': ProofType.UnshieldBaseToken,
} as const;

/** Estimates with empty proofs, which are as large as real ones. Rejects when the notes do not suffice. */
export async function estimateCalls(
  networkName: NetworkName,
  { spender, transaction }: { readonly spender: Spender; readonly transaction: PrivateTransaction },
  { details, feeToken }: Prices,
): Promise<CallEstimate> {
  const { walletId, encryptionKey } = spender;
  const { kind, token: tokenAddress, amount } = transaction;
  const isUnpaid = feeToken === undefined;
  const isNative = kind === 'unshield-native';
  const recipientAddress = isNative ? relayAdaptOf(networkName) : transaction.recipient;
  const recipients = [{ tokenAddress, amount, recipientAddress }];
  const { showSender, memo } =
    transaction.kind === 'transfer' ? transaction : { showSender: false, memo: undefined };
  const choose = (fee: RailgunERC20Amount | undefined) =>
    generateDummyProofTransactions(
      ...([proofTypes[kind], networkName, walletId, TXID_VERSION, encryptionKey] as const),
      ...([showSender, memo, recipients] as const),
      [],
      ...([fee, isUnpaid, ESTIMATED_PRICE] as const),
    );
  const callParts = callPartsOf(networkName, transaction);
  let notes: readonly number[] = [];
  const { gasEstimate: gas } = await gasEstimateResponseDummyProofIterativeBroadcasterFee(
    choose,
    (parts) => {
      notes = parts.map(({ nullifiers }) => nullifiers.length);
      return callParts(parts, { random: newAdaptRandom(), isUnpaid, isEstimate: true });
    },
    ...([TXID_VERSION, networkName, walletId, recipients, details, feeToken] as const),
    ...([isUnpaid, false] as const),
  );
  return { gas, notes };
}
