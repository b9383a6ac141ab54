import { decodeFunctionData } from 'viem';
import { isSameAddress } from '#domain/address/parse-public-address';
import { isSigned, type SignedOperation } from '#domain/operation/operation';
import { hasEnded, stepKey } from '#domain/swap/swap';
import type { StoredSwap } from '../../ports/swaps.ts';
import { balanceKey } from '../balance-key.ts';
import { isCancellation } from '../flawed-chains.ts';
import { type Judgement, judgeOperation } from '../judge.ts';
import {
  type ChainTransaction,
  findReceipt,
  type SimulatedBlock,
  type SimulatedChain,
} from '../simulated-chain.ts';
import { type SwapReceipt, transfersOf } from './swap-chain.ts';
import { paidTo } from './swap-node.ts';
import {
  AWAY_ID,
  ESCROW,
  NETWORKS,
  ROUTER,
  SOLVER,
  stepTag,
  swapAbi,
  tokenKey,
} from './swap-places.ts';
import type { SwapEnvironment } from './swap-server.ts';
import type { ScriptedSwap } from './swap-user.ts';

type Verdict = Record<keyof Judgement, string[]>;

/** What is judged: an honest exchange is also held to what it said. */
export interface SwapRun {
  readonly environment: SwapEnvironment;
  readonly wanted: readonly ScriptedSwap[];
  /** The balances at the beginning, by chain and key. */
  readonly before: ReadonlyMap<number, ReadonlyMap<string, bigint>>;
  readonly isHonest: boolean;
}

/** Compares every swap, every signature and every balance with the chains. */
export function judgeSwaps(run: SwapRun): Judgement {
  const verdict: Verdict = { lost: [], double: [], falseStatus: [], stuck: [] };
  const { environment, wanted } = run;
  for (const each of wanted) {
    if (each.outcome === 'pending') {
      if (each.route !== null) verdict.stuck.push(`${each.key} never got a response`);
    } else if ('requestId' in each.outcome && !environment.rows.swaps.has(each.outcome.requestId)) {
      verdict.lost.push(`${each.key} was accepted and is not stored`);
    }
  }
  const shown = new Map<string, string>();
  for (const { swap } of environment.rows.swaps.values()) {
    judgeSwap(verdict, run, swap);
    judgeDelivery(verdict, run, { swap, shown });
  }
  for (const transaction of environment.signedBytes.values()) {
    if (transaction.from !== SOLVER) judgeSigned(verdict, environment, transaction);
  }
  judgeTotals(verdict, run);
  return verdict;
}

function judgeSwap(verdict: Verdict, { environment, isHonest }: SwapRun, swap: StoredSwap): void {
  const { requestId, status } = swap;
  if (!hasEnded(swap)) verdict.stuck.push(`${requestId} is ${status}`);
  swap.steps.forEach((step, index) => {
    const operation = operationOf(environment, stepKey(requestId, index + 1));
    const hash = 'hash' in step ? step.hash : null;
    if (operation === null) {
      if (hash !== null) verdict.lost.push(`${requestId} has step ${index + 1} and no operation`);
      return;
    }
    judgeOperation(verdict, chainOf(environment, operation.chainId).tip, operation);
    if (hash === null) {
      verdict.falseStatus.push(`step ${index + 1} of ${requestId} was signed after it ${status}`);
    }
    const isDone = operation.status === 'confirmed';
    if (step.state === 'done' && !isDone) {
      verdict.falseStatus.push(`step ${index + 1} of ${requestId} is done and ${operation.status}`);
    }
  });
  if (isHonest) judgeEnd(verdict, environment, swap);
}

/** A delivery that is called confirmed is on the chain, pays what was agreed and what is shown, and is no other swap's. */
function judgeDelivery(
  verdict: Verdict,
  { environment, isHonest }: SwapRun,
  { swap, shown }: { readonly swap: StoredSwap; readonly shown: Map<string, string> },
): void {
  const { requestId, status, account, minimumReceived, route } = swap;
  const [step, hop] = [swap.steps.at(-1), route.swaps.at(-1)];
  if (status !== 'completed' || step?.state !== 'done' || hop === undefined) return;
  const wrong = (what: string) => verdict.falseStatus.push(`${requestId} ${what}`);
  if (step.delivery !== 'confirmed') {
    if (isHonest || step.delivery === undefined) wrong('is completed by the exchange alone');
    return;
  }
  const hash = hop.from.blockchain === hop.to.blockchain ? step.hash : step.destinationHash;
  const { tip } = chainOf(environment, idOf(hop));
  const found = hash === null ? null : findReceipt(tip, hash);
  const arrived = found === null ? 0n : paidTo(found.receipt, hop.to.address ?? '', account);
  if (arrived < minimumReceived) wrong(`is called delivered with ${arrived}`);
  if (`${arrived}` !== step.output?.amount) wrong(`shows ${step.output?.amount} for ${arrived}`);
  const other = shown.get(`${hash}`);
  if (other !== undefined) wrong(`shows the delivery of ${other}`);
  shown.set(`${hash}`, requestId);
}

/** What is called completed was delivered, and what is called failed was not. */
function judgeEnd(verdict: Verdict, environment: SwapEnvironment, swap: StoredSwap): void {
  const { requestId, status, minimumReceived, route } = swap;
  const delivered = deliveredBy(environment, requestId, route.swaps.length);
  if (status === 'completed' && (delivered ?? 0n) < minimumReceived) {
    verdict.falseStatus.push(`${requestId} is completed with ${delivered ?? 'nothing'}`);
  }
  if (status === 'failed' && delivered !== null) {
    verdict.falseStatus.push(`${requestId} is failed with ${delivered}`);
  }
}

/** @returns what a step paid out in its own token; null when the chain has nothing of it */
function deliveredBy(
  { chains, exchange }: SwapEnvironment,
  requestId: string,
  step: number,
): bigint | null {
  const tag = stepTag(requestId, step);
  const delivery = exchange.deliveries.get(tag);
  if (delivery !== undefined) {
    const tip = chains.get(delivery.chainId)?.tip;
    const isThere = tip !== undefined && findReceipt(tip, delivery.hash) !== null;
    return isThere && !delivery.isRefund ? delivery.units : null;
  }
  const hex = tag.toString(16).padStart(64, '0');
  for (const { tip } of chains.values()) {
    for (const receipt of receiptsOf(tip)) {
      const paid = transfersOf(receipt).find(({ from }) => from === null);
      if (paid !== undefined && receipt.transaction.data.includes(hex)) return paid.units;
    }
  }
  return null;
}

/** Nothing is signed but a step as it was agreed, its approval, and cancellations. */
function judgeSigned(
  verdict: Verdict,
  environment: SwapEnvironment,
  transaction: ChainTransaction,
): void {
  const { from, to, value, data, chainId, hash } = transaction;
  if (isCancellation(transaction) && value === 0n && data === '0x') return;
  const operation = signedOperations(environment).find(({ signing }) =>
    [signing, signing.approval, signing.approval?.reset].some((each) =>
      each?.ladder.some((rung) => rung.hash === hash),
    ),
  );
  const swap = operation && swapOf(environment, operation);
  const wrong = (what: string) => verdict.lost.push(`${hash} of ${from} ${what}`);
  // What was signed in a transaction that was not committed never leaves.
  if (operation === undefined || swap === undefined) return;
  if (value !== 0n || operation.chainId !== chainId) wrong('takes coins or is of another chain');
  const call = decodeFunctionData({ abi: swapAbi, data });
  const last = swap.route.swaps.at(-1);
  switch (call.functionName) {
    case 'approve':
      if (![ROUTER, ESCROW].some((known) => isSameAddress(known, call.args[0]))) {
        wrong('lets a stranger take a token');
      }
      if (call.args[1] > operation.amount) wrong('lets too much be taken');
      return;
    case 'swapExactTokensForTokens': {
      const [amount, least, path, recipient] = call.args;
      const isLast = path[1]?.toLowerCase() === last?.to.address && chainId === idOf(last);
      if (!isSameAddress(recipient, from)) wrong('pays a stranger');
      if (to !== ROUTER || amount !== operation.amount) wrong('sells something else');
      if (isLast && least < swap.minimumReceived) wrong('accepts too little');
      return;
    }
    case 'deposit': {
      const [, , amount, order] = call.args;
      if (!isSameAddress(order.recipient, from)) wrong('delivers to a stranger');
      if (to !== ESCROW || amount !== operation.amount) wrong('deposits something else');
      if (order.chainId !== BigInt(AWAY_ID)) wrong('is delivered elsewhere');
      const isLast = order.token.toLowerCase() === last?.to.address;
      if (isLast && order.minOut < swap.minimumReceived) wrong('accepts too little there');
      return;
    }
    default:
      wrong('sends a token');
  }
}

function idOf(hop: { readonly to: { readonly blockchain: string } } | undefined): number {
  return hop?.to.blockchain === 'AWAY' ? AWAY_ID : AWAY_ID - 1;
}

/** What the records say was sold and what the chains paid is what the accounts have, to the unit; each step once. */
function judgeTotals(verdict: Verdict, { environment, before }: SwapRun): void {
  const operations = signedOperations(environment).filter(({ status }) => status === 'confirmed');
  for (const [chainId, chain] of environment.chains) {
    const expected = new Map(before.get(chainId));
    const change = (key: string, units: bigint) =>
      expected.set(key, (expected.get(key) ?? 0n) + units);
    for (const { account, tokenId, amount, chainId: there } of operations) {
      if (there !== chainId) continue;
      change(tokenKey(account, contractOf(tokenId)), -amount);
    }
    const tags = new Map<string, number>();
    for (const receipt of receiptsOf(chain.tip)) {
      change(balanceKey(receipt.transaction.from, 'native'), -receipt.feePaid);
      for (const { token, from, to, units } of transfersOf(receipt)) {
        if (from === null || from === SOLVER) change(tokenKey(to, token), units);
      }
      judgeReceipt(verdict, environment, { receipt: receipt as SwapReceipt, tags });
    }
    for (const [key, units] of expected) {
      const has = chain.tip.balances.get(key) ?? 0n;
      const isAllowance = key.split(' ').length > 2;
      if (isAllowance || !isOfUser(environment, key) || has === units) continue;
      verdict.lost.push(`${key} on ${chainId} has ${has} instead of ${units}`);
    }
  }
}

function judgeReceipt(
  verdict: Verdict,
  environment: SwapEnvironment,
  {
    receipt: { transaction, isSuccess, why },
    tags,
  }: {
    readonly receipt: SwapReceipt;
    readonly tags: Map<string, number>;
  },
): void {
  if (transaction.to !== ROUTER && transaction.to !== ESCROW) return;
  const operation = signedOperations(environment).find(({ signing }) =>
    signing.ladder.some(({ hash }) => hash === transaction.hash),
  );
  if (operation === undefined) {
    verdict.double.push(`${transaction.hash} is on the chain and in no record`);
    return;
  }
  const key = environment.repository.entries.get(operation.id)?.idempotencyKey ?? '';
  if (isSuccess) tags.set(key, (tags.get(key) ?? 0) + 1);
  if ((tags.get(key) ?? 0) > 1) verdict.double.push(`${key} was paid twice`);
  if (why === 'allowance' && isApproved(environment, operation)) {
    verdict.falseStatus.push(`${key} lost its allowance to another step`);
  }
}

/** True when nothing but another step can have used the allowance. */
function isApproved(environment: SwapEnvironment, { chainId, signing }: SignedOperation): boolean {
  const { tip } = chainOf(environment, chainId);
  return (
    signing.approval === null ||
    signing.approval.ladder.some(({ hash }) => findReceipt(tip, hash)?.receipt.isSuccess)
  );
}

function signedOperations({ repository }: SwapEnvironment): readonly SignedOperation[] {
  return [...repository.entries.values()].map(({ operation }) => operation).filter(isSigned);
}

function operationOf({ repository }: SwapEnvironment, key: string): SignedOperation | null {
  const entry = [...repository.entries.values()].find((each) => each.idempotencyKey === key);
  return entry !== undefined && isSigned(entry.operation) ? entry.operation : null;
}

function swapOf(
  { repository, rows }: SwapEnvironment,
  { id }: SignedOperation,
): StoredSwap | undefined {
  const [, requestId = ''] = repository.entries.get(id)?.idempotencyKey.split(':') ?? [];
  return rows.swaps.get(requestId)?.swap;
}

function chainOf({ chains }: SwapEnvironment, chainId: number): SimulatedChain {
  const chain = chains.get(chainId);
  if (chain === undefined) throw new Error(`There is no chain ${chainId}.`);
  return chain;
}

function* receiptsOf(tip: SimulatedBlock) {
  for (let block: SimulatedBlock | null = tip; block !== null; block = block.parent) {
    yield* block.receipts;
  }
}

function contractOf(tokenId: string): string {
  const token = NETWORKS.flatMap(({ tokens }) => tokens).find(({ id }) => id === tokenId);
  if (token?.address == null) throw new Error(`${tokenId} is no token.`);
  return token.address;
}

function isOfUser({ repository }: SwapEnvironment, key: string): boolean {
  return [...repository.entries.values()].some(({ operation: { account } }) =>
    key.startsWith(account),
  );
}
