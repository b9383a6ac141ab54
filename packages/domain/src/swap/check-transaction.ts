/** A transaction that the exchange requests. */
export interface RequestedCall {
  readonly blockchain: string;
  readonly isApproval: boolean;
  readonly from: string | null;
  readonly to: string;
  readonly data: string;
  readonly value: bigint;
}

/** What a step of a swap may do, as the user agreed to it. */
export interface AgreedStep {
  readonly blockchain: string;
  readonly account: string;
  /** Contract of the token that is sold; null for the native coin. */
  readonly tokenAddress: string | null;
  /** Base units that are sold. */
  readonly amount: bigint;
  /** What the route's own fees may take in the native coin in addition, base units. */
  readonly nativeFee: bigint;
  /** Contracts of every token of the chain that the wallet knows. */
  readonly tokenAddresses: readonly string[];
  /** The only contracts of the chain that a swap may call. */
  readonly contracts: readonly string[];
}

/** Why a transaction is not signed. */
export type CallError =
  | 'other-chain'
  | 'other-account'
  | 'not-a-call'
  | 'unknown-recipient'
  | 'calls-a-token'
  | 'unknown-contract'
  | 'too-much-value'
  | 'other-token'
  | 'not-an-approval'
  | 'other-spender'
  | 'approves-too-much';

const ADDRESS = /^0x[0-9a-f]{40}$/;
/** `approve(address,uint256)`: selector, spender, amount, and nothing more. */
const APPROVE = /^0x095ea7b30{24}([0-9a-f]{40})([0-9a-f]{64})$/;
const SELECTOR_AND_MORE = /^0x(?:[0-9a-f]{2}){4,}$/;

/**
 * Checks the transaction of a step before it is simulated. Only simulation shows what a contract does with it; a
 * transaction that calls a token itself, goes elsewhere or never names the account is not even simulated.
 * @returns what is wrong with it; null when nothing is
 */
export function checkStepCall(requested: RequestedCall, agreed: AgreedStep): CallError | null {
  const to = requested.to.toLowerCase();
  const data = requested.data.toLowerCase();
  const account = agreed.account.toLowerCase();
  if (requested.blockchain !== agreed.blockchain) return 'other-chain';
  if (requested.from !== null && requested.from.toLowerCase() !== account) return 'other-account';
  if (requested.isApproval || !ADDRESS.test(to) || !SELECTOR_AND_MORE.test(data))
    return 'not-a-call';
  if (agreed.tokenAddresses.some((token) => token.toLowerCase() === to)) return 'calls-a-token';
  if (!agreed.contracts.some((contract) => contract.toLowerCase() === to)) {
    return 'unknown-contract';
  }
  if (!data.includes(account.slice(2).padStart(64, '0'))) return 'unknown-recipient';
  const most = agreed.nativeFee + (agreed.tokenAddress === null ? agreed.amount : 0n);
  return requested.value > most ? 'too-much-value' : null;
}

/**
 * Checks the approval that the exchange requests before a step.
 * @param spender the contract that the step itself calls
 * @returns what is wrong with it; null when nothing is
 */
export function checkApproval(
  requested: RequestedCall,
  agreed: AgreedStep,
  spender: string,
): CallError | null {
  if (requested.blockchain !== agreed.blockchain) return 'other-chain';
  if (requested.from !== null && requested.from.toLowerCase() !== agreed.account.toLowerCase()) {
    return 'other-account';
  }
  if (requested.to.toLowerCase() !== agreed.tokenAddress?.toLowerCase()) return 'other-token';
  const [, named, amount] = APPROVE.exec(requested.data.toLowerCase()) ?? [];
  if (named === undefined || requested.value !== 0n) return 'not-an-approval';
  if (`0x${named}` !== spender.toLowerCase()) return 'other-spender';
  return BigInt(`0x${amount}`) > agreed.amount ? 'approves-too-much' : null;
}

/** The result of simulating a step. */
export interface StepChanges {
  /** Base units by which the token that is sold changes. */
  readonly input: bigint;
  /** Base units by which the wanted token changes; null when it arrives on another chain. */
  readonly output: bigint | null;
  /** Of every other token of the chain that the wallet knows: its change, and the most that it may lose. */
  readonly others: readonly { readonly change: bigint; readonly most: bigint }[];
}

/**
 * Whether a simulated step takes no more than agreed and delivers the minimum.
 * @param most base units that may be sold, the native fee included where that is the same coin
 */
export function areChangesAgreed(
  { input, output, others }: StepChanges,
  agreed: { readonly most: bigint; readonly minimumOutput: bigint },
): boolean {
  if (-input > agreed.most || input >= 0n) return false;
  if (output !== null && output < agreed.minimumOutput) return false;
  return others.every(({ change, most }) => -change <= most);
}
