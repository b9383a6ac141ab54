import { encodeDeployData, encodeFunctionData, type Hex, maxUint256, parseAbi } from 'viem';
import { faucetOperator, trader, treasury } from './accounts.ts';
import type { Artifacts } from './compile-contracts.ts';
import type { Deployment, Foundation } from './deployment.ts';
import type { CallNode } from './json-rpc.ts';
import type { LocalNetwork } from './local-networks.ts';
import { mineAll } from './mine-all.ts';
import { openMarkets } from './open-markets.ts';
import { createSender, type Sender } from './sender.ts';
import { uniswapCode } from './uniswap.ts';

const NATIVE_STOCK = 10n ** 9n * 10n ** 18n;
const FAUCET_NATIVE = 10n ** 8n * 10n ** 18n;
const TRADER_WRAPPED = 10n ** 8n * 10n ** 18n;
/** Whole tokens; the units of USDC are smaller. */
const KAX_STOCK = 10n ** 8n * 10n ** 18n;
const USDC_STOCK = 10n ** 9n * 10n ** 6n;

const tokenAbi = parseAbi([
  'function mint(address to, uint256 value)',
  'function approve(address spender, uint256 value) returns (bool)',
  'function deposit() payable',
]);

/**
 * Fills a new chain: contracts, balances, pools with liquidity, and a day of trades that ends now.
 * @returns all addresses. Throws when a transaction failed.
 */
export async function foundChain(
  network: LocalNetwork,
  call: CallNode,
  artifacts: Artifacts,
): Promise<Deployment> {
  for (const account of [treasury, trader, faucetOperator]) {
    await call('anvil_setBalance', [account.address, toQuantity(NATIVE_STOCK)]);
  }
  const owner = createSender(call, network.chainId, treasury);
  const foundation = await deployContracts(network, owner, artifacts);
  await mineAll(call);
  await stockAccounts(foundation, owner, createSender(call, network.chainId, trader));
  await mineAll(call);
  return { ...foundation, markets: await openMarkets(network, foundation, call) };
}

async function deployContracts(
  network: LocalNetwork,
  owner: Sender,
  artifacts: Artifacts,
): Promise<Foundation> {
  const ours = (name: string, args: readonly unknown[] = []) => {
    const artifact = artifacts[name];
    if (!artifact) throw new Error(`There is no contract ${name}.`);
    return owner.deploy(encodeDeployData({ abi: artifact.abi, bytecode: artifact.bytecode, args }));
  };
  const { symbol, name } = network.native;
  const wrappedNative = await ours('WrappedNative', [`Wrapped ${name}`, `W${symbol}`]);
  const multicall = await ours('Multicall');
  const usdc = await ours('TestToken', ['USD Coin', 'USDC', 6]);
  const kax = network.hasKax ? await ours('TestToken', ['Kax', 'KAX', 18]) : null;
  const faucet = await ours('Faucet', [faucetOperator.address]);
  const v2Factory = await owner.deploy(withAddresses(uniswapCode.v2Factory(), [owner.address]));
  const v3Factory = await owner.deploy(uniswapCode.v3Factory());
  const overV3 = [v3Factory, wrappedNative] as const;
  return {
    slug: network.slug,
    chainId: network.chainId,
    multicall,
    faucet,
    wrappedNative,
    usdc,
    kax,
    v2Factory,
    v2Router: await owner.deploy(withAddresses(uniswapCode.v2Router(), [v2Factory, wrappedNative])),
    v3Factory,
    // Its third argument only draws images of positions, which are not used here.
    positionManager: await owner.deploy(
      withAddresses(uniswapCode.positionManager(), [...overV3, v3Factory]),
    ),
    swapRouter: await owner.deploy(withAddresses(uniswapCode.swapRouter(), overV3)),
    quoter: await owner.deploy(withAddresses(uniswapCode.quoter(), overV3)),
  };
}

async function stockAccounts(
  { usdc, kax, wrappedNative, faucet, v2Router, positionManager, swapRouter }: Foundation,
  owner: Sender,
  maker: Sender,
): Promise<void> {
  const stocks: readonly (readonly [Hex, bigint])[] = [
    [usdc, USDC_STOCK],
    ...(kax ? [[kax, KAX_STOCK] as const] : []),
  ];
  for (const [token, value] of stocks) {
    for (const to of [faucet, maker.address]) {
      const args = [to, value] as const;
      await owner.send({
        to: token,
        data: encodeFunctionData({ abi: tokenAbi, functionName: 'mint', args }),
      });
    }
  }
  await owner.send({ to: faucet, value: FAUCET_NATIVE });
  await maker.send({
    to: wrappedNative,
    value: TRADER_WRAPPED,
    data: encodeFunctionData({ abi: tokenAbi, functionName: 'deposit' }),
  });
  for (const token of [wrappedNative, ...stocks.map(([address]) => address)]) {
    for (const spender of [v2Router, positionManager, swapRouter]) {
      const args = [spender, maxUint256] as const;
      await maker.send({
        to: token,
        data: encodeFunctionData({ abi: tokenAbi, functionName: 'approve', args }),
      });
    }
  }
}

function withAddresses(code: Hex, addresses: readonly Hex[]): Hex {
  const words = addresses.map((address) => address.slice(2).toLowerCase().padStart(64, '0'));
  return `${code}${words.join('')}`;
}

function toQuantity(value: bigint): Hex {
  return `0x${value.toString(16)}`;
}
