import type { TransactionHash } from '#domain/address/address';
import type { SwapHop } from '#wire/exchange/route';
import type {
  ConfirmedRoute,
  CreatedTransaction,
  ExchangeAggregator,
  ExchangeListing,
  FoundRoutes,
  StepVerdict,
} from '../../ports/exchange-aggregator.ts';
import {
  bests,
  confirmed,
  created,
  listing,
  type RangoHop,
  type RangoStep,
  status,
} from './answers.ts';
import { type AskRango, createAskRango, type RangoOptions } from './ask-rango.ts';

const NO_REASON = 'The exchange gave no reason.';
const HASH = /^0x[0-9a-f]{64}$/i;

/**
 * Rango's Main API as an exchange aggregator.
 * @returns the port; nothing is asked yet
 */
export function createRangoExchange(options: RangoOptions): ExchangeAggregator {
  const ask = createAskRango(options);
  return {
    list: () => readListing(ask),
    findRoutes: (swap) => findRoutes(ask, swap),
    confirm: (requestId, wallets) => confirm(ask, requestId, wallets),
    createTransaction: (step) => createTransaction(ask, step),
    checkStatus: (step) => checkStatus(ask, step),
  };
}

async function readListing(ask: AskRango): Promise<ExchangeListing> {
  const { blockchains, tokens } = await ask({ path: '/meta/compact', kind: 'read' }, listing);
  return {
    blockchains: blockchains.flatMap(({ name, displayName, type, enabled, chainId }) => {
      const id = Number.parseInt(chainId ?? '', 16);
      return type === 'EVM' && enabled && Number.isSafeInteger(id)
        ? [{ name, displayName, chainId: id }]
        : [];
    }),
    tokens: tokens.map(({ b, a, s, p }) => ({
      blockchain: b,
      address: a ?? null,
      symbol: s,
      usdPrice: p ?? null,
    })),
  };
}

async function findRoutes(
  ask: AskRango,
  swap: Parameters<ExchangeAggregator['findRoutes']>[0],
): Promise<FoundRoutes> {
  const answer = await ask({ path: '/routing/bests', body: swap, kind: 'read' }, bests);
  if (answer.error) return { ok: false, reason: answer.error };
  const routes = answer.results.map(({ swaps, ...rest }) => ({ ...rest, swaps: swaps.map(toHop) }));
  return { ok: true, routes, diagnosis: answer.diagnosisMessages?.[0] ?? null };
}

async function confirm(
  ask: AskRango,
  requestId: string,
  selectedWallets: Readonly<Record<string, string>>,
): Promise<ConfirmedRoute> {
  const body = { requestId, selectedWallets };
  const answer = await ask({ path: '/routing/confirm', body, kind: 'write' }, confirmed);
  const route = answer.result?.result;
  if (!answer.ok || !route) return { ok: false, reason: answer.error ?? NO_REASON };
  return { ok: true, route: { ...route, swaps: route.swaps.map(toHop) } };
}

async function createTransaction(
  ask: AskRango,
  {
    requestId,
    step,
    slippage,
    checksApproval,
  }: Parameters<ExchangeAggregator['createTransaction']>[0],
): Promise<CreatedTransaction> {
  const body = {
    requestId,
    step,
    userSettings: { slippage, infiniteApprove: false },
    // The balance and the fee are checked by us, against what other payments hold.
    validations: { balance: false, fee: false, approve: checksApproval },
  };
  const answer = await ask({ path: '/tx/create', body, kind: 'write' }, created);
  const asked = answer.transaction;
  if (!answer.ok || !asked) return { ok: false, reason: answer.error ?? NO_REASON };
  return {
    ok: true,
    transaction: {
      blockchain: asked.blockChain,
      isApproval: asked.isApprovalTx,
      from: asked.from ?? null,
      to: asked.to,
      data: (asked.data ?? '0x') as `0x${string}`,
      value: BigInt(asked.value ?? '0'),
    },
  };
}

async function checkStatus(
  ask: AskRango,
  { requestId, step, hash }: Parameters<ExchangeAggregator['checkStatus']>[0],
): Promise<StepVerdict> {
  const body = { requestId, step, txId: hash };
  const answer = await ask({ path: '/tx/check-status', body, kind: 'read' }, status);
  if (answer.status !== 'success' && answer.status !== 'failed') return { kind: 'running' };
  const destination = answer.bridgeExtra?.destTx ?? '';
  return {
    kind: answer.status,
    outputAmount: answer.outputAmount ?? null,
    outputAsset: answer.outputToken ?? null,
    outputType: answer.outputType ?? null,
    destinationHash: HASH.test(destination) ? (destination as TransactionHash) : null,
    message: answer.extraMessage ?? null,
  };
}

function toHop(step: RangoStep): SwapHop {
  return {
    ...toInner(step),
    fee: step.fee.map(({ name, expenseType, asset, amount, price }) => ({
      name,
      expenseType,
      amount,
      symbol: asset.symbol,
      price: price ?? null,
    })),
    timeStat: step.timeStat ?? null,
    estimatedTimeInSeconds: step.estimatedTimeInSeconds,
    fromAmountMinValue: step.fromAmountMinValue ?? null,
    fromAmountMaxValue: step.fromAmountMaxValue ?? null,
    internalSwaps: (step.internalSwaps ?? []).map(toInner),
  };
}

/** Pictures of other hosts are left out: who loads them is known to those hosts. */
function toInner({
  swapperId,
  swapperLogo,
  swapperType,
  from,
  to,
  fromAmount,
  toAmount,
}: RangoHop) {
  const isOurs = swapperLogo?.startsWith('/') && !swapperLogo.startsWith('//');
  return {
    swapperId,
    swapperLogo: isOurs && swapperLogo ? swapperLogo : null,
    swapperType,
    from: toAsset(from),
    to: toAsset(to),
    fromAmount,
    toAmount,
  };
}

/** The pictures and the chain's name are the wallet's own; whoever shows a route fills them in. */
function toAsset({ blockchain, address, symbol, decimals, usdPrice }: RangoHop['from']) {
  return {
    blockchain,
    address: address ?? null,
    symbol,
    decimals,
    usdPrice: usdPrice ?? null,
    logo: null,
    blockchainLogo: null,
    chain: blockchain,
  };
}
