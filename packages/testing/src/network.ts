import type { PublicAddress } from '#domain/address/address';
import type { Network } from '#domain/network/network';
import type { Token, TokenId } from '#domain/token/token';

/** A user's public address in tests, EIP-55. */
export const ALICE = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266' as PublicAddress;
/** Another user's. */
export const BOB = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' as PublicAddress;

/** @returns a token with plain defaults: KAX on chain 31337. */
export function buildToken(more: Partial<Token> = {}): Token {
  const symbol = more.symbol ?? 'KAX';
  return {
    id: `polygon-${symbol.toLowerCase()}` as TokenId,
    chainId: 31337,
    address: '0x5FbDB2315678afecb367f032d93F642f64180aa3' as PublicAddress,
    symbol,
    name: symbol,
    decimals: 18,
    isShieldable: true,
    image: `/marks/token-${symbol.toLowerCase()}.svg`,
    ...more,
  };
}

export const POL = buildToken({ symbol: 'POL', address: null });
export const KAX = buildToken();
export const USDC = buildToken({
  symbol: 'USDC',
  address: '0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512' as PublicAddress,
  decimals: 6,
});

/** @returns a network with plain defaults: Polygon with POL, KAX and USDC. */
export function buildNetwork(more: Partial<Network> = {}): Network {
  return {
    slug: 'polygon',
    name: 'Polygon',
    chainId: 31337,
    image: '/marks/chain-polygon.svg',
    multicallAddress: '0xcA11bde05977b3631167028862bE2a173976CA11' as PublicAddress,
    explorerTransactionUrl: null,
    blocksUntilFinal: 64,
    tokens: [POL, KAX, USDC],
    ...more,
  };
}
