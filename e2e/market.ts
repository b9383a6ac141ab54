import { createWalletClient, type Hex, http, maxUint256, parseAbi, parseUnits } from 'viem';
import { trader } from '#sandbox/chain/accounts';
import { POOL_FEE, swapRouterAbi } from '#sandbox/chain/uniswap';
import { openChain } from './chain.ts';

/** Enough to move the price of KAX by several percent. */
const SOLD = parseUnits('60000', 18);
const GAS = 400_000n;
/** Higher than what the wallet's transactions pay, so that it is first in the block. */
const FIRST = { maxFeePerGas: 10n ** 13n, maxPriorityFeePerGas: 10n ** 12n };
const approvalAbi = parseAbi([
  'event Approval(address indexed owner, address indexed spender, uint256 value)',
]);
const v3Abi = parseAbi(['function WETH9() view returns (address)']);

interface Pair {
  readonly kax: Hex;
  readonly usdc: Hex;
}

/** The Uniswap V3 market of KAX on Polygon, whose price is moved by a trader of its own. */
export interface KaxMarket {
  /** Sells enough to lower the price by several percent; resolves when the node has the transaction. */
  fall(): Promise<Hex>;
  /** Resolves when a block was mined just now: the next one follows a second later. */
  untilFreshBlock(): Promise<void>;
  /** Buys back with all proceeds of the sales. */
  recover(): Promise<void>;
}

/** @param baseUrl of the product, whose Polygon chain is on the next port */
export async function openKaxMarket(
  baseUrl: string | undefined,
  { kax, usdc }: Pair,
): Promise<KaxMarket> {
  const polygon = openChain(baseUrl, 'polygon');
  const router = await findRouter(polygon.node, kax);
  const before = await polygon.balance(trader.address, usdc);
  const wallet = createWalletClient({
    account: trader,
    transport: http(polygon.node.transport.url as string),
  });
  const trade = (tokenIn: Hex, tokenOut: Hex, amountIn: bigint) =>
    wallet.writeContract({
      address: router,
      abi: swapRouterAbi,
      functionName: 'exactInputSingle',
      args: [
        {
          tokenIn,
          tokenOut,
          fee: POOL_FEE,
          recipient: trader.address,
          deadline: maxUint256,
          amountIn,
          amountOutMinimum: 0n,
          sqrtPriceLimitX96: 0n,
        },
      ],
      chain: null,
      gas: GAS,
      ...FIRST,
    });
  return {
    untilFreshBlock: async () => {
      const height = () => polygon.node.getBlockNumber({ cacheTime: 0 });
      const start = await height();
      await wallet.sendTransaction({ to: trader.address, chain: null, gas: 21_000n, ...FIRST });
      while ((await height()) === start) await new Promise((done) => setTimeout(done, 20));
    },
    fall: () => trade(kax, usdc, SOLD),
    recover: async () => {
      const proceeds = (await polygon.balance(trader.address, usdc)) - before;
      if (proceeds <= 0n) return;
      const hash = await trade(usdc, kax, proceeds);
      await polygon.node.waitForTransactionReceipt({ hash });
    },
  };
}

/** The trader approved both routers; only the V3 router has this function. */
async function findRouter(node: ReturnType<typeof openChain>['node'], kax: Hex): Promise<Hex> {
  const logs = await node.getLogs({
    address: kax,
    event: approvalAbi[0],
    args: { owner: trader.address },
    fromBlock: 0n,
  });
  for (const { args } of logs) {
    const address = args.spender;
    if (address === undefined) continue;
    const reading = { address, abi: v3Abi, functionName: 'WETH9' } as const;
    const isV3 = await node.readContract(reading).then(
      () => true,
      () => false,
    );
    // The position manager has it too, but has no trade function.
    const code = await node.getCode({ address });
    if (isV3 && code?.includes(EXACT_INPUT_SINGLE)) return address;
  }
  throw new Error('The trader has approved no V3 router.');
}

/** Selector of `exactInputSingle((address,address,uint24,address,uint256,uint256,uint256,uint160))`. */
const EXACT_INPUT_SINGLE = '414bf389';
