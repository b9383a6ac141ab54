import { decodeEventLog, type Hex, parseAbi, type TransactionReceipt, toEventSelector } from 'viem';
import { baseUnitsToDisplay } from '#domain/amount/base-units-to-display';
import { bridgeAbi, DELIVERY, ESCROW } from './bridge-abi.ts';
import type { ExchangeChain, ListedAsset } from './exchange-chains.ts';
import { describeToken } from './serve-meta.ts';
import type { StepPlace } from './step-place.ts';

/** The outcome of a step, read only from the chains. */
export type StepStatus =
  | { readonly status: 'running' }
  | {
      readonly status: 'success' | 'failed';
      /** What the wallet received, and where. */
      readonly output: { readonly asset: ListedAsset; readonly units: bigint };
      readonly destinationHash: Hex | null;
      readonly message: string | null;
    };

const erc20Abi = parseAbi([
  'event Transfer(address indexed from, address indexed to, uint256 value)',
  'event Withdrawal(address indexed owner, uint256 value)',
]);
const [transferTopic, withdrawalTopic] = [
  toEventSelector(erc20Abi[0]),
  toEventSelector(erc20Abi[1]),
];

/** @returns the receipt of a transaction once it is final; null until then. */
export async function readReceipt(
  { client }: ExchangeChain,
  hash: Hex,
): Promise<TransactionReceipt | null> {
  const receipt = await client.getTransactionReceipt({ hash }).catch(() => null);
  if (receipt === null) return null;
  const { number } = await client.getBlock({ blockTag: 'finalized' });
  return receipt.blockNumber <= (number ?? 0n) ? receipt : null;
}

/** @returns the base units that a trade paid to its wallet; null when it is not known to have succeeded. */
export async function readTradeOutput(place: StepPlace, hash: Hex): Promise<bigint | null> {
  const receipt = await readReceipt(place.chain, hash);
  if (receipt?.status !== 'success') return null;
  return tradeOutput(place, receipt);
}

/** @returns the base units delivered for a deposit; null when unknown. */
export async function readBridgeOutput(target: ExchangeChain, id: Hex): Promise<bigint | null> {
  return (await findFill(target, id))?.amount ?? null;
}

/** @returns the status of a trade. */
export async function readTradeStatus(
  place: StepPlace,
  hash: Hex,
  amountIn: bigint,
): Promise<StepStatus> {
  const receipt = await readReceipt(place.chain, hash);
  if (receipt === null) return { status: 'running' };
  if (receipt.status !== 'success') return reverted(place, amountIn);
  const output = { asset: place.step.to, units: tradeOutput(place, receipt) };
  return { status: 'success', output, destinationHash: null, message: null };
}

/** @returns the status of a deposit: delivered on the other chain, refunded, or in progress. */
export async function readBridgeStatus(
  place: StepPlace,
  target: ExchangeChain,
  deposit: { readonly id: Hex; readonly hash: Hex; readonly amountIn: bigint },
): Promise<StepStatus> {
  const { chain, step } = place;
  const receipt = await readReceipt(chain, deposit.hash);
  if (receipt === null) return { status: 'running' };
  if (receipt.status !== 'success') return reverted(place, deposit.amountIn);
  const args = [deposit.id] as const;
  const escrow = await chain.client.readContract({
    address: chain.bridge.escrow,
    abi: bridgeAbi,
    functionName: 'escrows',
    args,
    blockTag: 'finalized',
  });
  if (escrow[3] === ESCROW.refunded) {
    const output = { asset: step.from, units: escrow[2] };
    return { status: 'failed', output, destinationHash: null, message: 'The deposit was refunded' };
  }
  const delivery = await target.client.readContract({
    address: target.bridge.escrow,
    abi: bridgeAbi,
    functionName: 'deliveries',
    args,
    blockTag: 'finalized',
  });
  if (delivery !== DELIVERY.filled) return { status: 'running' };
  const fill = await findFill(target, deposit.id);
  if (fill === null) return { status: 'running' };
  const output = { asset: step.to, units: fill.amount };
  return { status: 'success', output, destinationHash: fill.hash, message: null };
}

/** @returns a status in the format of `POST /tx/check-status`. */
export async function describeStatus(status: StepStatus, sourceHash: Hex): Promise<object> {
  const nothing = { newTx: null, diagnosisUrl: null, referrals: null, steps: null, error: null };
  const always = { ...nothing, timestamp: Date.now(), errorCode: null, traceId: null };
  const bridgeExtra = { requireRefundAction: false, srcTx: sourceHash, destTx: null as Hex | null };
  if (status.status === 'running') {
    const open = { outputAmount: null, outputToken: null, outputType: null, explorerUrl: null };
    return { ...always, ...open, status: 'running', extraMessage: null, bridgeExtra };
  }
  const { output, destinationHash, message } = status;
  return {
    ...always,
    status: status.status,
    extraMessage: message,
    outputAmount: baseUnitsToDisplay(output.units, output.asset.decimals),
    outputToken: await describeToken(output.asset),
    outputType: status.status === 'success' ? 'DESIRED_OUTPUT' : 'REVERTED_TO_INPUT',
    explorerUrl: null,
    bridgeExtra: { ...bridgeExtra, destTx: destinationHash },
  };
}

function reverted({ step }: StepPlace, amountIn: bigint): StepStatus {
  return {
    status: 'failed',
    output: { asset: step.from, units: amountIn },
    destinationHash: null,
    message: 'The transaction was reverted',
  };
}

/** A native coin emits no event of its own: the router paid what it unwrapped. */
function tradeOutput({ step, wallet }: StepPlace, { logs, to }: TransactionReceipt): bigint {
  const isNative = step.to.address === null;
  const paid = logs.flatMap(({ address, topics, data }) => {
    if (address.toLowerCase() !== step.to.pooled.toLowerCase()) return [];
    if (topics[0] !== (isNative ? withdrawalTopic : transferTopic)) return [];
    const { args } = decodeEventLog({ abi: erc20Abi, topics, data });
    const receiver = 'to' in args ? args.to : args.owner;
    const expected = isNative ? to : wallet;
    return receiver.toLowerCase() === expected?.toLowerCase() ? [args.value] : [];
  });
  return paid.reduce((sum, value) => sum + value, 0n);
}

async function findFill(
  { client, bridge }: ExchangeChain,
  id: Hex,
): Promise<{ readonly hash: Hex; readonly amount: bigint } | null> {
  const [log] = await client.getContractEvents({
    address: bridge.escrow,
    abi: bridgeAbi,
    eventName: 'Filled',
    args: { id },
    fromBlock: BigInt(bridge.deploymentBlock),
    strict: true,
  });
  return log ? { hash: log.transactionHash, amount: log.args.amount } : null;
}
