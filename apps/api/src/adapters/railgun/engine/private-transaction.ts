import {
  calculateGasLimit,
  EVMGasType,
  type FeeTokenDetails,
  getEVMGasTypeForTransaction,
  type RailgunERC20AmountRecipient,
  type RailgunPopulateTransactionResponse,
  type TransactionGasDetails,
} from '@railgun-community/shared-models';
import {
  calculateBroadcasterFeeERC20Amount,
  gasEstimateForUnprovenTransfer,
  gasEstimateForUnprovenUnshield,
  gasEstimateForUnprovenUnshieldBaseToken,
  generateTransferProof,
  generateUnshieldBaseTokenProof,
  generateUnshieldProof,
  populateProvedTransfer,
  populateProvedUnshield,
  populateProvedUnshieldBaseToken,
} from '@railgun-community/wallet';
import { type RunningEngine, TXID_VERSION } from './start-engine.ts';

/** What is to be done with notes of a wallet; amounts in base units, before the pool's own fee. */
export type PrivateIntent =
  | {
      readonly kind: 'transfer';
      readonly token: string;
      readonly amount: bigint;
      /** A private address. */
      readonly recipient: string;
      readonly memo?: string;
      readonly showSender: boolean;
    }
  | {
      /** The native coin leaves as itself: it is unwrapped on the way. */
      readonly kind: 'unshield' | 'unshield-native';
      readonly token: string;
      readonly amount: bigint;
      /** A public address. */
      readonly recipient: string;
    };

/** Whose notes, and what opens them. */
export interface Spender {
  readonly walletId: string;
  /** 32 bytes as hex. */
  readonly encryptionKey: string;
}

/** What is charged for the gas, in notes. */
export interface BroadcasterFee {
  readonly token: string;
  /** Base units of the token for 10^18 units of gas cost. */
  readonly feePerUnitGas: bigint;
  /** The broadcaster's private address. */
  readonly recipient: string;
}

/** What a transaction would cost, before there is a proof. */
export interface PrivateEstimate {
  readonly gas: bigint;
  /** Paid as a note; null when the broadcaster charges nothing. */
  readonly broadcasterFee: bigint | null;
}

/** A transaction that anyone may sign and send, once. */
export interface ProvedTransaction {
  readonly to: string;
  readonly data: string;
  readonly value: bigint;
  /** What it would use, with a reserve. */
  readonly gasLimit: bigint;
  /** Marks of the notes that it spends, on the chain for everyone to see once it is mined. */
  readonly nullifiers: readonly string[];
  readonly broadcasterFee: bigint | null;
  readonly provedInMs: number;
}

interface Asked {
  readonly spender: Spender;
  readonly intent: PrivateIntent;
  /** Price of a unit of gas, base units of the native coin; a paid broadcaster is held to it. */
  readonly gasPrice: bigint;
  /** Null when the broadcaster charges nothing. */
  readonly fee: BroadcasterFee | null;
}

/** The engine keeps one proof for the whole process: from making it to fetching it nobody else may make one. */
let turn: Promise<unknown> = Promise.resolve();

/** Asks the chain what the transaction would use. Rejects when the notes do not suffice. */
export async function estimatePrivate(
  engine: RunningEngine,
  asked: Asked,
): Promise<PrivateEstimate> {
  const details = gasDetails(engine, asked, 0n);
  const gas = await estimateGas(engine, asked, details);
  return {
    gas,
    broadcasterFee: feeRecipient(asked, { ...details, gasEstimate: gas })?.amount ?? null,
  };
}

/**
 * Makes the proof, some seconds of both cores, and the transaction with it. `onProgress` hears how much of the
 * proofs is done, 0 to 1.
 */
export function provePrivate(
  engine: RunningEngine,
  asked: Asked,
  onProgress: (share: number) => void = () => {},
): Promise<ProvedTransaction> {
  const mine = turn.then(() => proveAlone(engine, asked, onProgress));
  turn = mine.catch(() => undefined);
  return mine;
}

async function proveAlone(
  engine: RunningEngine,
  asked: Asked,
  onProgress: (share: number) => void,
): Promise<ProvedTransaction> {
  const gas = await estimateGas(engine, asked, gasDetails(engine, asked, 0n));
  const details = gasDetails(engine, asked, gas);
  const fee = feeRecipient(asked, details);
  const begin = performance.now();
  const made = await generateAndPopulate(engine, asked, details, fee, (percent) =>
    onProgress(percent / 100),
  );
  const { to, data, value } = made.transaction;
  if (!to || !data) throw new Error('The engine made a transaction without a target.');
  return {
    to,
    data,
    value: value ?? 0n,
    gasLimit: calculateGasLimit(gas),
    nullifiers: made.nullifiers ?? [],
    broadcasterFee: fee?.amount ?? null,
    provedInMs: performance.now() - begin,
  };
}

async function estimateGas(
  { networkName }: RunningEngine,
  { spender, intent, fee }: Asked,
  details: TransactionGasDetails,
): Promise<bigint> {
  const { walletId, encryptionKey } = spender;
  const { token: tokenAddress, amount, recipient } = intent;
  const feeToken: FeeTokenDetails | undefined = fee
    ? { tokenAddress: fee.token, feePerUnitGas: fee.feePerUnitGas }
    : undefined;
  const recipients = [{ tokenAddress, amount, recipientAddress: recipient }];
  const end = [details, feeToken, fee === null] as const;
  const wallet = [walletId, encryptionKey] as const;
  const start = [TXID_VERSION, networkName] as const;
  const estimate = async () => {
    if (intent.kind === 'transfer') {
      return gasEstimateForUnprovenTransfer(
        ...start,
        ...wallet,
        intent.memo,
        recipients,
        [],
        ...end,
      );
    }
    if (intent.kind === 'unshield') {
      return gasEstimateForUnprovenUnshield(...start, ...wallet, recipients, [], ...end);
    }
    const wrapped = { tokenAddress, amount };
    return gasEstimateForUnprovenUnshieldBaseToken(...start, recipient, ...wallet, wrapped, ...end);
  };
  return (await estimate()).gasEstimate;
}

/** Making and fetching must be told the very same, or the engine does not find its proof again. */
async function generateAndPopulate(
  { networkName }: RunningEngine,
  { spender, intent, gasPrice, fee }: Asked,
  details: TransactionGasDetails,
  feeNote: RailgunERC20AmountRecipient | undefined,
  onProgress: (percent: number) => void,
): Promise<RailgunPopulateTransactionResponse> {
  const { walletId, encryptionKey } = spender;
  const { token: tokenAddress, amount, recipient } = intent;
  const recipients = [{ tokenAddress, amount, recipientAddress: recipient }];
  const start = [TXID_VERSION, networkName] as const;
  const end = [feeNote, fee === null, fee === null ? undefined : gasPrice] as const;
  if (intent.kind === 'transfer') {
    const { showSender, memo } = intent;
    await generateTransferProof(
      ...start,
      walletId,
      encryptionKey,
      showSender,
      memo,
      recipients,
      [],
      ...end,
      onProgress,
    );
    return populateProvedTransfer(
      ...start,
      walletId,
      showSender,
      memo,
      recipients,
      [],
      ...end,
      details,
    );
  }
  if (intent.kind === 'unshield') {
    await generateUnshieldProof(
      ...start,
      walletId,
      encryptionKey,
      recipients,
      [],
      ...end,
      onProgress,
    );
    return populateProvedUnshield(...start, walletId, recipients, [], ...end, details);
  }
  const wrapped = { tokenAddress, amount };
  await generateUnshieldBaseTokenProof(
    ...start,
    recipient,
    walletId,
    encryptionKey,
    wrapped,
    ...end,
    onProgress,
  );
  return populateProvedUnshieldBaseToken(...start, recipient, walletId, wrapped, ...end, details);
}

/** The note that pays for the gas. */
function feeRecipient(
  { fee }: Asked,
  details: TransactionGasDetails,
): RailgunERC20AmountRecipient | undefined {
  if (!fee) return undefined;
  const { token: tokenAddress, feePerUnitGas } = fee;
  const amount = calculateBroadcasterFeeERC20Amount({ tokenAddress, feePerUnitGas }, details);
  return { ...amount, recipientAddress: fee.recipient };
}

/** A paid broadcaster is bound to one gas price, which only the older kinds of transaction have. */
function gasDetails(
  { networkName }: RunningEngine,
  { fee, gasPrice }: Asked,
  gasEstimate: bigint,
): TransactionGasDetails {
  const evmGasType = getEVMGasTypeForTransaction(networkName, fee === null);
  if (evmGasType === EVMGasType.Type0 || evmGasType === EVMGasType.Type1) {
    return { evmGasType, gasEstimate, gasPrice };
  }
  return { evmGasType, gasEstimate, maxFeePerGas: gasPrice, maxPriorityFeePerGas: gasPrice };
}
