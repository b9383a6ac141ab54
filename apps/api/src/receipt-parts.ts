import { createChainResponses } from './adapters/evm/chain-responses.ts';
import { createPostgresPaymentMovements } from './adapters/postgres/history/payment-movements.ts';
import type { Dependencies } from './dependencies.ts';

/** @returns what receipts are made of */
export function createReceiptParts({ database, nodes }: Pick<Dependencies, 'database' | 'nodes'>) {
  return {
    movements: createPostgresPaymentMovements(database),
    responses: new Map(
      [...nodes].map(([chainId, each]) => [chainId, createChainResponses(each)] as const),
    ),
  };
}
