import { decodeFunctionData, parseAbi, toFunctionSelector, zeroAddress } from 'viem';

/** Source: RAILGUN's contracts V2, https://github.com/Railgun-Privacy/contract */
const STRUCTS = [
  'struct Token { uint8 tokenType; address tokenAddress; uint256 tokenSubID; }',
  'struct Preimage { bytes32 npk; Token token; uint120 value; }',
  'struct Ciphertext { bytes32[4] ciphertext; bytes32 blindedSenderViewingKey; bytes32 blindedReceiverViewingKey; bytes annotationData; bytes memo; }',
  'struct BoundParams { uint16 treeNumber; uint72 minGasPrice; uint8 unshield; uint64 chainID; address adaptContract; bytes32 adaptParams; Ciphertext[] commitmentCiphertext; }',
  'struct G1Point { uint256 x; uint256 y; }',
  'struct G2Point { uint256[2] x; uint256[2] y; }',
  'struct Proof { G1Point a; G2Point b; G1Point c; }',
  'struct Transaction { Proof proof; bytes32 merkleRoot; bytes32[] nullifiers; bytes32[] commitments; BoundParams boundParams; Preimage unshieldPreimage; }',
  'struct Call { address to; bytes data; uint256 value; }',
  'struct ActionData { bytes31 random; bool requireSuccess; uint256 minGasLimit; Call[] calls; }',
] as const;

/** The calls that spend notes: of the pool, and of the contract that unwraps the native coin on the way. */
export const privateCallAbi = parseAbi([
  ...STRUCTS,
  'function transact(Transaction[] transactions)',
  'function relay(Transaction[] transactions, ActionData actionData) payable',
]);

/** The pool's record of spent notes. */
export const spentAbi = parseAbi([
  'function nullifiers(uint256 treeNumber, bytes32 nullifier) view returns (bool)',
]);

/** The pool's events that show what a call did. */
export const privateEventAbi = parseAbi([
  ...STRUCTS,
  'event Nullified(uint16 treeNumber, bytes32[] nullifier)',
  'event Transact(uint256 treeNumber, uint256 startPosition, bytes32[] hash, Ciphertext[] ciphertext)',
  'event Unshield(address to, Token token, uint256 amount, uint256 fee)',
]);

/** A note in the pool's record of spent ones. */
interface SpentNote {
  readonly tree: bigint;
  readonly nullifier: `0x${string}`;
}

/** What leaves the pool, its fee included. */
interface UnshieldedNote {
  readonly to: string;
  readonly token: { readonly tokenAddress: string; readonly tokenSubID: bigint };
  /** Base units of the token. */
  readonly value: bigint;
}

/** What one proof of a call does. */
export interface ProvedPart {
  readonly spent: readonly SpentNote[];
  /** The notes that it makes, as the pool records them. */
  readonly made: readonly `0x${string}`[];
  /** Key of what leaves the pool; null when nothing does. */
  readonly unshielded: string | null;
  /** Whether the pool accepts it from one contract only, which passes it on with all others or not at all. */
  readonly isBound: boolean;
}

const PRIVATE_CALLS = privateCallAbi
  .filter((each) => each.type === 'function')
  .map((each) => toFunctionSelector(each));

/** True for calldata that spends notes. */
export function isPrivateCall(data: `0x${string}`): boolean {
  return PRIVATE_CALLS.some((selector) => data.startsWith(selector));
}

/** @returns what each proof of a call of the pool does. Throws when the calldata is no such call. */
export function provedPartsOf(data: `0x${string}`): readonly ProvedPart[] {
  const { args } = decodeFunctionData({ abi: privateCallAbi, data });
  return args[0].map(({ nullifiers, commitments, boundParams, unshieldPreimage }) => {
    const tree = BigInt(boundParams.treeNumber);
    const spent = nullifiers.map((nullifier) => ({ tree, nullifier }));
    const isBound = boundParams.adaptContract !== zeroAddress;
    if (boundParams.unshield === 0) return { spent, made: commitments, unshielded: null, isBound };
    const { npk, token, value } = unshieldPreimage;
    const to = `0x${npk.slice(-ADDRESS_DIGITS)}`;
    // The last commitment is what leaves the pool: it never enters the tree.
    const made = commitments.slice(0, -1);
    return { spent, made, unshielded: keyOfUnshield({ to, token, value }), isBound };
  });
}

const ADDRESS_DIGITS = 40;

/** @returns the same text for the same note. */
export function keyOfNote({ tree, nullifier }: SpentNote): string {
  return `${tree} ${nullifier.toLowerCase()}`;
}

/** @returns the same text for the same amount of a token to the same address. */
export function keyOfUnshield({ to, token, value }: UnshieldedNote): string {
  const { tokenAddress, tokenSubID } = token;
  return `${to.toLowerCase()} ${tokenAddress.toLowerCase()} ${tokenSubID} ${value}`;
}
