import { createWalletClient, http, parseAbi } from 'viem';
import { solver } from '#sandbox/chain/accounts';
import { openChain } from './chain.ts';
import type { Client } from './server.ts';

/** A route as the API offers it. */
export interface Offer {
  readonly requestId: string;
  readonly outputAmount: string;
  readonly swaps: readonly { readonly toAmount: string }[];
}

/** @returns the routes between two of the wallet's tokens, the best first */
export async function findRoutes(
  client: Client,
  [from, to]: readonly [string, string],
  amount: string,
): Promise<readonly [Offer, ...Offer[]]> {
  const { body } = await client.get('/rango/blockchains');
  const coins = (body.data as { coins: { id: string }[] }[]).flatMap((chain) => chain.coins);
  const [sell, receive] = [from, to].map((id) => coins.find((coin) => coin.id === id));
  const request = { from: sideOf(sell), to: sideOf(receive), amount };
  const response = await client.post('/rango/routes', request);
  const [best, ...others] = (response.body.results ?? []) as Offer[];
  if (!best) throw new Error(`No route: ${JSON.stringify(response.body)}`);
  return [best, ...others];
}

function sideOf(coin: unknown) {
  const { blockchain, address, symbol } = coin as Record<string, string | null>;
  return { blockchain, address, symbol };
}

/** Polls as an open page would, until the swap has ended. */
export async function untilEnded(client: Client, requestId: string) {
  for (let attempt = 0; attempt < 480; attempt += 1) {
    await client.post('/rango/swap/continue', {});
    const { body } = await client.get('/rango/history');
    const entry = body.data.find((one: { requestId: string }) => one.requestId === requestId);
    if (entry?.status === 'completed' || entry?.status === 'failed') return entry;
    await new Promise((done) => setTimeout(done, 1_000));
  }
  throw new Error(`Swap ${requestId} did not end.`);
}

const approveAbi = parseAbi([
  'function approve(address spender, uint256 value) returns (bool)',
  'event Approval(address indexed owner, address indexed spender, uint256 value)',
]);

/** Sets how many of its dollars on Avalanche the solver may deliver. With none, it abandons every delivery. */
export async function letSolverDeliver(
  client: Client,
  baseURL: string | undefined,
  value: bigint,
): Promise<void> {
  const { node } = openChain(baseURL, 'avalanche');
  const usdc = (await client.coin('avalanche-usdc')).address as `0x${string}`;
  const [first] = await node.getLogs({
    address: usdc,
    event: approveAbi[1],
    args: { owner: solver.address },
    fromBlock: 0n,
  });
  const bridge = first?.args.spender;
  if (bridge === undefined) throw new Error('The solver has approved no one.');
  const wallet = createWalletClient({
    account: solver,
    transport: http(node.transport.url as string),
  });
  const hash = await wallet.writeContract({
    address: usdc,
    abi: approveAbi,
    functionName: 'approve',
    args: [bridge, value],
    chain: null,
    gas: 100_000n,
  });
  await node.waitForTransactionReceipt({ hash });
}
