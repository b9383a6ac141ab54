import { encodeFunctionData, parseAbi } from 'viem';
import type { PublicAddress } from '#domain/address/address';
import type { BaseUnits } from '#domain/amount/base-units';
import type { CallPattern } from '../../ports/recovered-transactions.ts';

/** Source: the pool's contract, `RailgunSmartWallet.shield`. */
const ABI = parseAbi([
  'struct Token { uint8 tokenType; address tokenAddress; uint256 tokenSubID; }',
  'struct Preimage { bytes32 npk; Token token; uint120 value; }',
  'struct Ciphertext { bytes32[3] encryptedBundle; bytes32 shieldKey; }',
  'struct ShieldRequest { Preimage preimage; Ciphertext ciphertext; }',
  'function shield(ShieldRequest[] requests)',
]);

const ZERO = `0x${'0'.repeat(64)}` as const;

/** Words of the call that are random: the note's public key, and its encrypted part with the key. */
const RANDOM_WORDS = [2, 7, 8, 9, 10];

const SELECTOR_LENGTH = 10;
const WORD_LENGTH = 64;

/** A pool on a chain, as the networks file names it. */
interface PooledNetwork {
  readonly network: { readonly chainId: number };
  readonly shieldedPool: {
    readonly proxy: PublicAddress;
    readonly relayAdapt: PublicAddress;
  } | null;
}

/**
 * How the shield of an amount is recognized. Its random parts are left open; the native coin is the value of the call.
 * @returns the function; it throws for a chain without a pool
 */
export function createShieldPattern(networks: readonly PooledNetwork[]) {
  const pools = new Map(
    networks.map(({ network, shieldedPool }) => [network.chainId, shieldedPool]),
  );
  return ({ chainId, token, amount }: ShieldedAmount): CallPattern => {
    const pool = pools.get(chainId);
    if (pool == null) throw new Error(`Chain ${chainId} has no private pool.`);
    if (token.address === null) return { to: pool.relayAdapt, value: amount, dataLike: '%' };
    return { to: pool.proxy, value: 0n, dataLike: withoutRandom(dataOf(token.address, amount)) };
  };
}

interface ShieldedAmount {
  readonly chainId: number;
  readonly token: { readonly address: PublicAddress | null };
  readonly amount: BaseUnits;
}

function dataOf(tokenAddress: PublicAddress, amount: BaseUnits): string {
  const token = { tokenType: 0, tokenAddress, tokenSubID: 0n };
  const preimage = { npk: ZERO, token, value: amount };
  const ciphertext = { encryptedBundle: [ZERO, ZERO, ZERO] as const, shieldKey: ZERO };
  const args = [[{ preimage, ciphertext }]] as const;
  return encodeFunctionData({ abi: ABI, functionName: 'shield', args }).toLowerCase();
}

function withoutRandom(data: string): string {
  let text = data;
  for (const word of RANDOM_WORDS) {
    const at = SELECTOR_LENGTH + word * WORD_LENGTH;
    text = text.slice(0, at) + '_'.repeat(WORD_LENGTH) + text.slice(at + WORD_LENGTH);
  }
  return text;
}
