import { encodeFunctionData, type Hex, isAddress, parseAbi, toHex, zeroAddress } from 'viem';
import { readAllowance } from './balances.ts';
import { bridgeAbi } from './bridge-abi.ts';
import { ERROR_CODES, type Exchange, type Reply, refusal, reply } from './exchange.ts';
import type { ExchangeRequest } from './request-store.ts';
import { depositIdOf, placeOf, type StepPlace } from './step-place.ts';
import { readBridgeOutput, readTradeOutput } from './step-status.ts';
import { type ContractCall, venues } from './venues.ts';

const TRADE_WITHIN_SECONDS = 20 * 60;
/** After this, the solver gives up a delivery, and the deposit is refunded. */
const DELIVER_WITHIN_SECONDS = 10 * 60;
const approveAbi = parseAbi(['function approve(address spender, uint256 value) returns (bool)']);

/** Handles `POST /tx/create`: returns the approval that a step still needs, or else its transaction. */
export async function serveCreate(
  exchange: Exchange,
  body: Readonly<Record<string, unknown>>,
): Promise<Reply> {
  const request = exchange.requests.find(String(body.requestId));
  if (!request?.wallets) return refused('The route is not confirmed');
  if (request.resultType !== 'OK' && request.resultType !== 'HIGH_IMPACT') {
    return refused(`The route cannot be executed: ${request.resultType}`, ERROR_CODES.highImpact);
  }
  const place = placeOf(exchange, request, Number(body.step));
  const slippageBps = readSlippage(body.userSettings);
  if (place === null || slippageBps === null)
    return refused('The step or the slippage is not valid');
  const amountIn = await inputOf(exchange, request, Number(body.step));
  if (amountIn === null) return refused('The step before this one has not succeeded');
  const main = callOf(exchange, { ...place, request, amountIn, slippageBps });
  const { from } = place.step;
  const { approve: checksApproval = true } = (body.validations ?? {}) as { approve?: unknown };
  if (from.address === null || checksApproval === false) return transaction(place, main, false);
  const allowed = await readAllowance(place.chain, from.address, [place.wallet, main.to]);
  if (allowed >= amountIn) return transaction(place, main, false);
  const data = encodeFunctionData({
    abi: approveAbi,
    functionName: 'approve',
    args: [main.to, amountIn],
  });
  return transaction(place, { to: from.address, data, value: 0n }, true);
}

/** @returns the input of a step in base units: the actual output of the previous step. */
export async function inputOf(
  exchange: Exchange,
  request: ExchangeRequest,
  number: number,
): Promise<bigint | null> {
  if (number === 1) return request.route.steps[0]?.amountIn ?? null;
  const before = placeOf(exchange, request, number - 1);
  const hash = request.sent[number - 2];
  if (before === null || hash === undefined) return null;
  if (before.step.kind === 'trade') return readTradeOutput(before, hash as Hex);
  const target = exchange.chains.get(before.step.to.blockchain);
  if (!target) throw new Error(`There is no chain ${before.step.to.blockchain}.`);
  return readBridgeOutput(target, depositIdOf(request.requestId, number - 1));
}

/** Rango writes slippage as a percentage in a string. */
function readSlippage(settings: unknown): bigint | null {
  const { slippage } = (settings ?? {}) as { slippage?: unknown };
  const [, whole, tenths = '0'] = /^(\d{1,2})(?:\.(\d{1,2}))?$/.exec(String(slippage)) ?? [];
  return whole === undefined ? null : BigInt(whole) * 100n + BigInt(tenths.padEnd(2, '0'));
}

function callOf(
  exchange: Exchange,
  wanted: StepPlace & { request: ExchangeRequest; amountIn: bigint; slippageBps: bigint },
): ContractCall {
  const { step, chain, wallet, request, amountIn, slippageBps } = wanted;
  const minOut = (step.amountOut * (10_000n - slippageBps)) / 10_000n;
  const now = Math.floor(Date.now() / 1000);
  if (step.kind === 'trade') {
    const deadline = BigInt(now + TRADE_WITHIN_SECONDS);
    const trade = { from: step.from, to: step.to, amountIn, minOut, recipient: wallet, deadline };
    return venues[step.venue].call(chain, trade);
  }
  const target = exchange.chains.get(step.to.blockchain);
  const recipient = request.wallets?.[step.to.blockchain];
  if (!target || !recipient || !isAddress(recipient))
    throw new Error('Checked when it was confirmed.');
  const order = {
    chainId: BigInt(target.network.chainId),
    token: step.to.address ?? zeroAddress,
    minOut,
    recipient,
    deadline: BigInt(now + DELIVER_WITHIN_SECONDS),
    venue: venues[step.venue].code,
    isExpress: step.isExpress,
  };
  const id = depositIdOf(request.requestId, wanted.number);
  const args = [id, step.from.pooled, amountIn, order] as const;
  const data = encodeFunctionData({ abi: bridgeAbi, functionName: 'deposit', args });
  return { to: chain.bridge.escrow, data, value: 0n };
}

function transaction(
  { chain, wallet }: StepPlace,
  call: ContractCall,
  isApprovalTx: boolean,
): Reply {
  const transaction = {
    type: 'EVM',
    blockChain: chain.blockchain,
    isApprovalTx,
    from: wallet,
    to: call.to,
    data: call.data,
    value: call.value === 0n ? null : toHex(call.value),
    nonce: null,
    gasLimit: null,
    gasPrice: null,
    maxPriorityFeePerGas: null,
    maxFeePerGas: null,
  };
  return reply({ ok: true, error: null, errorCode: null, traceId: null, transaction });
}

function refused(error: string, errorCode: number = ERROR_CODES.badRequest): Reply {
  return errorCode === ERROR_CODES.badRequest
    ? reply({ ok: false, error, errorCode, traceId: 1, transaction: null })
    : refusal(errorCode, error);
}
