import type { PublicAddress } from '#domain/address/address';
import { displayToBaseUnits } from '#domain/amount/display-to-base-units';
import { type AgreedDelivery, checkDelivery } from '#domain/swap/check-delivery';
import { type AgreedStep, checkApproval, checkStepCall } from '#domain/swap/check-transaction';
import { slippagePercent } from '#domain/swap/slippage';
import { type Refusal, refuse } from '../../../application/call.ts';
import { planApproval } from '../../../operations/plan-approval.ts';
import type { ApprovalCall } from '../../../operations/price-calls.ts';
import type { ContractCall, ContractCalls } from '../../../ports/contract-calls.ts';
import type {
  ExchangeAggregator,
  RequestedTransaction,
} from '../../../ports/exchange-aggregator.ts';
import type { Operations } from '../../../ports/operations.ts';
import type { PublicChain } from '../../../ports/public-chain.ts';
import type { SwapChecks } from '../../../ports/swap-checks.ts';
import { sentenceOf } from '../listing/exchange-sentence.ts';
import type { StepPlan } from './step-plan.ts';

interface StepRequestPorts {
  readonly exchange: Pick<ExchangeAggregator, 'createTransaction'>;
  readonly chains: ReadonlyMap<number, PublicChain>;
  readonly calls: ReadonlyMap<number, ContractCalls>;
  /** By chain id: the only ones that a swap may call. */
  readonly contracts: ReadonlyMap<number, readonly PublicAddress[]>;
  readonly checks: ReadonlyMap<number, Pick<SwapChecks, 'termsOf'>>;
  readonly operations: Pick<Operations, 'listOpen'>;
  readonly report: (error: { readonly message: string; readonly cause: unknown }) => void;
}

/** A step's transactions, ready to sign. */
export interface RequestedStep {
  /** Built by us, for exactly the input amount; null when none is needed. */
  readonly approval: ApprovalCall | null;
  readonly call: ContractCall;
  /** The route's fees in the native coin, apart from the network's, base units. */
  readonly nativeFee: bigint;
}

/** More than any step has used so far; the simulation determines the real use. */
const STEP_GAS = 1_000_000n;

/**
 * Requests a step's transaction and checks that it belongs to this step. Where the call can be read, what it sells, its
 * recipient, its destination and its minimum have to be those agreed; of any other call of a listed contract, only that
 * it names the account. An approval that the exchange requests is checked too, and then built by us.
 */
export async function requestStep(
  ports: StepRequestPorts,
  plan: StepPlan,
): Promise<RequestedStep | Refusal> {
  const agreed = agreedStep(ports, plan);
  const requested = await request(ports, plan, false);
  if ('refused' in requested) return requested;
  const terms = ports.checks.get(plan.network.chainId)?.termsOf(requested.data) ?? null;
  const problem =
    checkStepCall(requested, agreed) ??
    (terms === null ? null : checkDelivery(terms, agreedDelivery(plan), requested.value));
  if (problem !== null) return distrust(ports, plan, problem);
  const to = requested.to as PublicAddress;
  const { chainId } = plan.network;
  if (!(await ports.chains.get(chainId)?.isContract(to)))
    return distrust(ports, plan, 'no-contract');
  const approval = await approvalOf(ports, plan, to);
  if (approval !== null && 'refused' in approval) return approval;
  const call = { to, value: requested.value, data: requested.data, gasIfUnknown: STEP_GAS };
  return { approval, call, nativeFee: agreed.nativeFee };
}

async function approvalOf(
  ports: StepRequestPorts,
  plan: StepPlan,
  spender: PublicAddress,
): Promise<ApprovalCall | null | Refusal> {
  const { token, amount, swap, network, isClaimed } = plan;
  const calls = ports.calls.get(network.chainId);
  if (token.address === null || calls === undefined) return null;
  const { userId, account: owner } = swap;
  const taking = { userId, kind: 'swap', token, amount, owner, spender, isClaimed } as const;
  const planned = await planApproval({ calls, operations: ports.operations }, taking);
  if (planned === null) return null;
  const requested = await request(ports, plan, true);
  if ('refused' in requested) return requested;
  const problem = requested.isApproval
    ? checkApproval(requested, agreedStep(ports, plan), spender)
    : null;
  if (problem !== null) return distrust(ports, plan, problem);
  return planned;
}

async function request(
  { exchange }: StepRequestPorts,
  { swap, number }: StepPlan,
  checksApproval: boolean,
): Promise<RequestedTransaction | Refusal> {
  const created = await exchange.createTransaction({
    requestId: swap.requestId,
    step: number,
    slippage: slippagePercent(swap.slippageBps),
    checksApproval,
  });
  if (created.ok) return created.transaction;
  return refuse('exchange-refused', { sentence: sentenceOf(created.reason) });
}

function agreedStep(
  { contracts }: Pick<StepRequestPorts, 'contracts'>,
  { hop, swap, token, native, amount, network }: StepPlan,
): AgreedStep {
  const fees = hop.fee.filter(
    ({ name, expenseType, symbol }) =>
      name !== 'Network Fee' && expenseType === 'FROM_SOURCE_WALLET' && symbol === native.symbol,
  );
  const nativeFee = fees.reduce((sum, fee) => {
    const parsed = displayToBaseUnits(fee.amount, native.decimals);
    return sum + (parsed.ok ? parsed.units : 0n);
  }, 0n);
  return {
    blockchain: hop.from.blockchain,
    account: swap.account,
    tokenAddress: token.address,
    amount,
    nativeFee,
    tokenAddresses: network.tokens.flatMap(({ address }) => (address === null ? [] : [address])),
    contracts: contracts.get(network.chainId) ?? [],
  };
}

function agreedDelivery({ swap, amount, minimumOutput, destination }: StepPlan): AgreedDelivery {
  return { account: swap.account, input: amount, minimumOutput, destination };
}

function distrust(
  { report }: StepRequestPorts,
  { swap, number }: StepPlan,
  problem: string,
): Refusal {
  const cause = new Error(`${problem} in step ${number} of ${swap.requestId}`);
  report({ message: 'The exchange requested a transaction that was not agreed.', cause });
  return refuse('exchange-not-trusted');
}
