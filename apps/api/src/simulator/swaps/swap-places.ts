import { type Hex, parseAbi } from 'viem';
import type { PublicAddress } from '#domain/address/address';
import type { Network } from '#domain/network/network';
import type { Token, TokenId } from '#domain/token/token';
import type { SwapAsset } from '#wire/exchange/route';

/** What can be called on the simulated chains; the real code reads its terms. */
export const swapAbi = parseAbi([
  'function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline) returns (uint256[] amounts)',
  'struct Order { uint256 chainId; address token; uint256 minOut; address recipient; uint64 deadline; uint8 venue; bool isExpress; }',
  'function deposit(bytes32 id, address token, uint256 amount, Order order)',
  'function approve(address spender, uint256 amount)',
  'function transfer(address to, uint256 amount)',
]);

const address = (pair: string) => `0x${pair.repeat(20)}` as PublicAddress;

/** On both chains: the only contracts that a swap may call, and one that takes everything. */
export const ROUTER = address('a1');
export const ESCROW = address('a2');
export const THIEF = address('66');
/** The exchange's own account, which delivers on the other chain and refunds. */
export const SOLVER = address('50');

export const HOME_ID = 31337;
export const AWAY_ID = 31338;

function token(chainId: number, symbol: string, contract: PublicAddress | null): Token {
  const id = `${chainId === HOME_ID ? 'home' : 'away'}-${symbol.toLowerCase()}` as TokenId;
  const rest = { name: symbol, decimals: 0, isShieldable: false, image: '' };
  return { id, chainId, address: contract, symbol, ...rest };
}

const HOME_TOKENS = [
  token(HOME_ID, 'NAT', null),
  token(HOME_ID, 'USD', address('b1')),
  token(HOME_ID, 'EUR', address('b2')),
];
const AWAY_TOKENS = [
  token(AWAY_ID, 'AWN', null),
  token(AWAY_ID, 'USD', address('c1')),
  token(AWAY_ID, 'GBP', address('c2')),
];

function network(slug: string, chainId: number, tokens: readonly Token[]): Network {
  const rest = { image: '', multicallAddress: address('99'), explorerTransactionUrl: null };
  return { slug, name: slug, chainId, blocksUntilFinal: 8, tokens, ...rest };
}

/** Both chains, with the exchange's names for them as their slugs. */
export const NETWORKS = [
  network('HOME', HOME_ID, HOME_TOKENS),
  network('AWAY', AWAY_ID, AWAY_TOKENS),
] as const;

const [, HOME_USD, HOME_EUR] = HOME_TOKENS;
const [, AWAY_USD, AWAY_GBP] = AWAY_TOKENS;

/** The paths that are offered, as the tokens that they lead through. */
export const PATHS = [
  [HOME_USD, HOME_EUR],
  [HOME_USD, AWAY_USD],
  [HOME_EUR, HOME_USD, AWAY_USD],
  [HOME_USD, AWAY_USD, AWAY_GBP],
  [HOME_EUR, HOME_USD, AWAY_USD, AWAY_GBP],
].map((path) => path.flatMap((each) => each ?? []));

/** Those that end with a delivery on the other chain. */
export const BRIDGED = PATHS.filter((path) => {
  const [before, last] = path.slice(-2);
  return before?.chainId !== last?.chainId;
});

/** @returns a token as the exchange names it */
export function assetOf({ chainId, symbol, decimals, address }: Token): SwapAsset {
  const chain = chainId === HOME_ID ? 'HOME' : 'AWAY';
  const drawn = { logo: null, blockchainLogo: null, chain, usdPrice: 1 };
  return { blockchain: chain, address, symbol, decimals, ...drawn };
}

/** @returns key of a token balance; of the native coin it is `balanceKey` */
export function tokenKey(owner: string, contract: string): string {
  return `${owner.toLowerCase()} ${contract.toLowerCase()}`;
}

/** @returns key of what a spender may take of a token */
export function allowanceKey(owner: string, contract: string, spender: string): string {
  return `${tokenKey(owner, contract)} ${spender.toLowerCase()}`;
}

/** Above every other number of a call. */
const FIRST_TAG = 10n ** 15n;

/** @returns a number that names one step of one swap in its call */
export function stepTag(requestId: string, step: number): bigint {
  return FIRST_TAG + BigInt(`${requestId.replace(/\D/g, '')}${step}`);
}

/** @returns the same as the id of a deposit */
export function depositId(tag: bigint): Hex {
  return `0x${tag.toString(16).padStart(64, '0')}`;
}
