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
import { type CallRango, createRangoClient, type RangoOptions } from './rango-client.ts';
import {
  bests,
  confirmed,
  created,
  listing,
  type RangoHop,
  type RangoStep,
  status,
} from './responses.ts';

const NO_REASON = 'The exchange gave no reason.';
const HASH = /^0x[0-9a-f]{64}$/i;

/**
 * Rango's Main API as an exchange aggregator.
 * @returns the port; it sends no request yet
 */
export function createRangoExchange(options: RangoOptions): ExchangeAggregator {
  const request = createRangoClient(options);
  return {
    list: () => readListing(request),
    findRoutes: (swap) => findRoutes(request, swap),
    confirm: (requestId, wallets) => confirm(request, requestId, wallets),
    createTransaction: (step) => createTransaction(request, step),
    checkStatus: (step) => checkStatus(request, step),
  };
}

async function readListing(request: CallRango): Promise<ExchangeListing> {
  const { blockchains, tokens } = await request({ path: '/meta/compact', kind: 'read' }, listing);
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
  request: CallRango,
  swap: Parameters<ExchangeAggregator['findRoutes']>[0],
): Promise<FoundRoutes> {
  const response = await request({ path: '/routing/bests', body: swap, kind: 'read' }, bests);
  if (response.error) return { ok: false, reason: response.error };
  const routes = response.results.map(({ swaps, ...rest }) => ({
    ...rest,
    swaps: swaps.map(toHop),
  }));
  return { ok: true, routes, diagnosis: response.diagnosisMessages?.[0] ?? null };
}

async function confirm(
  request: CallRango,
  requestId: string,
  selectedWallets: Readonly<Record<string, string>>,
): Promise<ConfirmedRoute> {
  const body = { requestId, selectedWallets };
  const response = await request({ path: '/routing/confirm', body, kind: 'write' }, confirmed);
  const route = response.result?.result;
  if (!response.ok || !route) return { ok: false, reason: response.error ?? NO_REASON };
  return { ok: true, route: { ...route, swaps: route.swaps.map(toHop) } };
}

async function createTransaction(
  request: CallRango,
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
    // We check the balance and the fee ourselves, against what other payments reserve.
    validations: { balance: false, fee: false, approve: checksApproval },
  };
  const response = await request({ path: '/tx/create', body, kind: 'write' }, created);
  const { transaction } = response;
  if (!response.ok || !transaction) return { ok: false, reason: response.error ?? NO_REASON };
  return {
    ok: true,
    transaction: {
      blockchain: transaction.blockChain,
      isApproval: transaction.isApprovalTx,
      from: transaction.from ?? null,
      to: transaction.to,
      data: (transaction.data ?? '0x') as `0x${string}`,
      value: BigInt(transaction.value ?? '0'),
    },
  };
}

async function checkStatus(
  request: CallRango,
  { requestId, step, hash }: Parameters<ExchangeAggregator['checkStatus']>[0],
): Promise<StepVerdict> {
  const body = { requestId, step, txId: hash };
  const response = await request({ path: '/tx/check-status', body, kind: 'read' }, status);
  if (response.status !== 'success' && response.status !== 'failed') return { kind: 'running' };
  const destination = response.bridgeExtra?.destTx ?? '';
  return {
    kind: response.status,
    outputAmount: response.outputAmount ?? null,
    outputAsset: response.outputToken ?? null,
    outputType: response.outputType ?? null,
    destinationHash: HASH.test(destination) ? (destination.toLowerCase() as TransactionHash) : null,
    message: response.extraMessage ?? null,
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

/** Pictures on other hosts are left out: those hosts would learn who loads them. */
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

/** The pictures and the chain's name are the wallet's own; the module that shows a route fills them in. */
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
