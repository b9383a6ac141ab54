import type * as z from 'zod/mini';
import type { Network } from '#domain/network/network';
import { isSigned } from '#domain/operation/operation';
import { transactionHash } from '#domain/operation/outcome';
import type { moneyResponse as wireResponse } from '#wire/wallet/money-response';
import type { ObservedOperation } from '../../../ports/operations.ts';
import { operationView } from './operation-view.ts';

export type MoneyResponse = z.output<typeof wireResponse>;

/** @returns the response to a money request; its hashes are null before it is signed. */
export function moneyResponse(
  observed: ObservedOperation,
  networks: readonly Network[],
): MoneyResponse {
  const { operation } = observed;
  const hash = isSigned(operation) ? transactionHash(operation) : null;
  return {
    transactionHash: hash,
    hash,
    data: { transactionHash: hash, hash },
    operation: operationView(observed, networks),
  };
}
