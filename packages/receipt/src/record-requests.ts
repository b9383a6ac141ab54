import type { Receipt } from '#wire/wallet/receipt';

/** One request of JSON-RPC 2.0. */
export interface RecordRequest {
  readonly jsonrpc: '2.0';
  readonly id: number;
  readonly method: string;
  readonly params: readonly unknown[];
}

/** Which response is about what. */
export const REQUEST_IDS = {
  chain: 1,
  transaction: 2,
  receipt: 3,
  block: 4,
  decimals: 5,
  symbol: 6,
} as const;

/** Selectors of `decimals()` and `symbol()` (ERC-20). */
const DECIMALS_CALL = '0x313ce567';
const SYMBOL_CALL = '0x95d89b41';

/**
 * What to request from a node to check a receipt: one after another, or all as one batch. The block is requested by
 * number, so that one that the network has given up isn't found.
 * @returns requests whose responses `readChainRecord` takes, in any order
 */
export function recordRequests(receipt: Receipt): readonly RecordRequest[] {
  const { transactionHash, blockNumber, token } = receipt;
  const block = `0x${blockNumber.toString(16)}`;
  const call = (data: string) => [{ to: token.address, data }, 'latest'];
  const always = [
    request(REQUEST_IDS.chain, 'eth_chainId', []),
    request(REQUEST_IDS.transaction, 'eth_getTransactionByHash', [transactionHash]),
    request(REQUEST_IDS.receipt, 'eth_getTransactionReceipt', [transactionHash]),
    request(REQUEST_IDS.block, 'eth_getBlockByNumber', [block, false]),
  ];
  if (token.address === null) return always;
  return [
    ...always,
    request(REQUEST_IDS.decimals, 'eth_call', call(DECIMALS_CALL)),
    request(REQUEST_IDS.symbol, 'eth_call', call(SYMBOL_CALL)),
  ];
}

function request(id: number, method: string, params: readonly unknown[]): RecordRequest {
  return { jsonrpc: '2.0', id, method, params };
}
