import { type Hex, isHash } from 'viem';
import { baseUnitsToDisplay } from '#domain/amount/base-units-to-display';
import { readAllowance } from './balances.ts';
import { inputOf } from './create-transaction.ts';
import { ERROR_CODES, type Exchange, type Reply, refusal, reply } from './exchange.ts';
import type { ExchangeRequest } from './request-store.ts';
import { depositIdOf, placeOf, spenderOf } from './step-place.ts';
import { describeStatus, readBridgeStatus, readReceipt, readTradeStatus } from './step-status.ts';

const noSuchRequest = refusal(ERROR_CODES.badRequest, 'Request not found');

/** Handles `POST /tx/check-status`; the next step continues with the output of a succeeded one. */
export async function serveStatus(
  exchange: Exchange,
  body: Readonly<Record<string, unknown>>,
): Promise<Reply> {
  const request = exchange.requests.find(String(body.requestId));
  const number = Number(body.step);
  const place = request && placeOf(exchange, request, number);
  if (!request || !place) return noSuchRequest;
  const hash = String(body.txId);
  if (!isHash(hash)) return refusal(1204, 'The transaction hash is not valid');
  const amountIn = await inputOf(exchange, request, number);
  if (amountIn === null)
    return refusal(ERROR_CODES.badRequest, 'The step before has not succeeded');
  const target = exchange.chains.get(place.step.to.blockchain);
  const status =
    place.step.kind === 'trade' || !target
      ? await readTradeStatus(place, hash, amountIn)
      : await readBridgeStatus(place, target, {
          id: depositIdOf(request.requestId, number),
          hash,
          amountIn,
        });
  if (status.status === 'success') await noteSuccess(exchange, request, { number, hash });
  return reply(await describeStatus(status, hash));
}

/** Handles `GET /tx/{requestId}/check-approval`, for the first step that has not succeeded. */
export async function serveApproval(
  exchange: Exchange,
  requestId: string,
  txId: string | null,
): Promise<Reply> {
  const request = exchange.requests.find(requestId);
  const number = (request?.sent.length ?? 0) + 1;
  const place = request && placeOf(exchange, request, number);
  const amountIn = request && (await inputOf(exchange, request, number));
  if (!place || amountIn === null) return noSuchRequest;
  const { chain, step, wallet } = place;
  if (step.from.address === null)
    return reply(approval({ required: amountIn, current: amountIn, decimals: 18 }, 'success'));
  const spender = spenderOf(place);
  const allowed = await readAllowance(chain, step.from.address, [wallet, spender]);
  const receipt = isHash(txId ?? '') ? await readReceipt(chain, txId as Hex) : null;
  const txStatus =
    receipt === null ? 'running' : receipt.status === 'success' ? 'success' : 'failed';
  return reply(
    approval({ required: amountIn, current: allowed, decimals: step.from.decimals }, txStatus),
  );
}

interface Allowance {
  readonly required: bigint;
  readonly current: bigint;
  readonly decimals: number;
}

function approval({ required, current, decimals }: Allowance, txStatus: string): object {
  return {
    isApproved: current >= required,
    txStatus,
    requiredApprovedAmount: baseUnitsToDisplay(required, decimals),
    currentApprovedAmount: baseUnitsToDisplay(current, decimals),
  };
}

async function noteSuccess(
  { requests }: Exchange,
  request: ExchangeRequest,
  { number, hash }: { readonly number: number; readonly hash: string },
): Promise<void> {
  if (request.sent[number - 1] === hash) return;
  await requests.keep({ ...request, sent: [...request.sent.slice(0, number - 1), hash] });
}
