import { bytesToNumberBE, hexToBytes } from '@noble/curves/utils.js';
import { type AbiValue, encodeAbi, keccakOfHex } from './abi.ts';
import { poseidonHash } from './poseidon.ts';
import { FIELD_ORDER } from './poseidon-constants.ts';

/** What a note's receiver finds on the chain. Each is 0x and hex in lower case. */
export interface NoteCiphertext {
  /** Four times 32 bytes: iv and tag, then the encrypted master public key, token, and random and value. */
  readonly ciphertext: readonly string[];
  readonly blindedSenderViewingKey: string;
  readonly blindedReceiverViewingKey: string;
  /** What only the sender reads: the role, the sender's random and the software. */
  readonly annotationData: string;
  readonly memo: string;
}

/** What a proof is bound to beside its notes. */
export interface BoundParams {
  readonly treeNumber: number;
  readonly minGasPrice: bigint;
  /** 0 when nothing leaves the pool, 1 for who is named, 2 for whoever sends it. */
  readonly unshield: number;
  readonly chainId: number;
  /** `0x…`; zeros when any sender will do. */
  readonly adaptContract: string;
  /** 32 bytes as 0x and hex. */
  readonly adaptParams: string;
  readonly commitmentCiphertext: readonly NoteCiphertext[];
}

/** What everyone sees of a proof's transaction. */
export interface PublicInputs {
  readonly merkleRoot: bigint;
  readonly boundParamsHash: bigint;
  readonly nullifiers: readonly bigint[];
  readonly commitments: readonly bigint[];
}

/** @returns below the order of the field. Source: `hashBoundParams` of RAILGUN's contract. */
export function boundParamsHash(params: BoundParams): bigint {
  const encoded = encodeAbi([
    {
      tuple: [
        BigInt(params.treeNumber),
        params.minGasPrice,
        BigInt(params.unshield),
        BigInt(params.chainId),
        BigInt(params.adaptContract),
        BigInt(params.adaptParams),
        { list: params.commitmentCiphertext.map(ciphertextValue) },
      ],
    },
  ]);
  return bytesToNumberBE(keccakOfHex(encoded)) % FIELD_ORDER;
}

/** @returns what the spending key signs, below the order of the field. Throws for more than 14 notes. */
export function spendingMessage(inputs: PublicInputs): bigint {
  const { merkleRoot, boundParamsHash: hash, nullifiers, commitments } = inputs;
  return poseidonHash([merkleRoot, hash, ...nullifiers, ...commitments]);
}

function ciphertextValue(note: NoteCiphertext): AbiValue {
  const words = [...note.ciphertext, note.blindedSenderViewingKey, note.blindedReceiverViewingKey];
  const bytes = [note.annotationData, note.memo].map((hex) => ({
    bytes: hexToBytes(hex.slice(2)),
  }));
  return { tuple: [...words.map(BigInt), ...bytes] };
}
