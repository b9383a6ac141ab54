import { hexToBytes } from '@noble/curves/utils.js';
import { type AbiValue, encodeCall } from '#pool/abi';
import type { ShieldCiphertext } from '#pool/ciphertexts';
import type { ExpectedCall } from './token-calls.ts';

/** The contracts of the private pool on one chain, as the signer's own build names them. */
export interface PoolContracts {
  readonly pool: string;
  /** Wraps the native coin and shields it in one call. */
  readonly relayAdapt: string;
  /** The token that the native coin is wrapped into. */
  readonly wrappedNative: string;
}

/** What is shielded: a contract's token, or the native coin where it is null. */
export interface ShieldedAmount {
  readonly token: string | null;
  /** Base units, before the pool's fee. */
  readonly amount: bigint;
}

/** The parts of a shield that are random: each 32 bytes as 0x and hex. */
export interface ShieldRandom extends ShieldCiphertext {
  /** The public key of the note. */
  readonly npk: string;
}

const SHIELD =
  'shield(((bytes32,(uint8,address,uint256),uint120),(bytes32[3],bytes32))[])' as const;
const SELECTOR_DIGITS = 8;
const WORD_DIGITS = 64;
/** Words of the call of `shield`: offset and length of the list, then the one request. */
const NPK_WORD = 2;
const TOKEN_WORD = 4;
const BUNDLE_WORDS = [7, 8, 9] as const;
const KEY_WORD = 10;
const NO_WORD = `0x${'0'.repeat(WORD_DIGITS)}`;
const NOTHING: ShieldRandom = {
  ...{ npk: NO_WORD, shieldKey: NO_WORD },
  encryptedBundle: [NO_WORD, NO_WORD, NO_WORD],
};

/** @returns the call that makes one note of an amount (`RailgunSmartWallet.shield`, `RelayAdapt.multicall`) */
export function shieldCall(
  { token, amount }: ShieldedAmount,
  random: ShieldRandom,
  { pool, relayAdapt, wrappedNative }: PoolContracts,
): ExpectedCall {
  const shield = encodeShield({ token: token ?? wrappedNative, amount }, random);
  if (token !== null) return { to: pool, value: 0n, data: `0x${shield}` };
  const calls = [encodeCall('wrapBase(uint256)', [amount]), shield].map((call) => ({
    tuple: [BigInt(relayAdapt), { bytes: hexToBytes(call) }, 0n],
  }));
  const multicall = encodeCall('multicall(bool,(address,bytes,uint256)[])', [1n, { list: calls }]);
  return { to: relayAdapt, value: amount, data: `0x${multicall}` };
}

/** @returns the random parts at the places where a shield of this amount has them; null where the bytes end before */
export function randomOf(
  data: string,
  amount: ShieldedAmount,
  contracts: PoolContracts,
): ShieldRandom | null {
  const template = shieldCall(amount, NOTHING, contracts).data;
  if (data.length !== template.length) return null;
  const selector = encodeCall(SHIELD, []).slice(0, SELECTOR_DIGITS);
  const from = template.lastIndexOf(selector) + SELECTOR_DIGITS;
  const word = (place: number) =>
    `0x${data.slice(from + place * WORD_DIGITS, from + (place + 1) * WORD_DIGITS)}`;
  return {
    npk: word(NPK_WORD),
    encryptedBundle: BUNDLE_WORDS.map(word),
    shieldKey: word(KEY_WORD),
  };
}

function encodeShield(
  { token, amount }: { readonly token: string; readonly amount: bigint },
  { npk, encryptedBundle, shieldKey }: ShieldRandom,
): string {
  const erc20: AbiValue = { tuple: [0n, BigInt(token), 0n] };
  const preimage: AbiValue = { tuple: [BigInt(npk), erc20, amount] };
  const bundle: AbiValue = { tuple: encryptedBundle.map(BigInt) };
  const ciphertext: AbiValue = { tuple: [bundle, BigInt(shieldKey)] };
  return encodeCall(SHIELD, [{ list: [{ tuple: [preimage, ciphertext] }] }]);
}

/** @returns the token that a call of the pool shields, `0x…` in lower case; null for calls of other contracts */
export function shieldedToken({ data }: { readonly data: string }): string | null {
  const selector = encodeCall(SHIELD, []).slice(0, SELECTOR_DIGITS);
  if (!data.startsWith(`0x${selector}`)) return null;
  const end = 2 + SELECTOR_DIGITS + (TOKEN_WORD + 1) * WORD_DIGITS;
  return `0x${data.slice(end - 40, end)}`;
}
