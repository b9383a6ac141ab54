import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** A signature as circomlib has it. */
interface EngineSignature {
  readonly R8: readonly bigint[];
  readonly S: bigint;
}

/** An address as the engine reads it. */
export interface EngineAddress {
  readonly masterPublicKey: bigint;
  readonly viewingPublicKey: Uint8Array;
}

/** A ciphertext as the engine writes it, without 0x. */
interface EngineCiphertext {
  readonly noteCiphertext: { readonly iv: string; readonly tag: string; readonly data: string[] };
  readonly noteMemo: string;
  readonly annotationData: string;
}

interface EngineNote {
  readonly random: string;
  readonly senderRandom: string;
  readonly hash: bigint;
  readonly notePublicKey: bigint;
  encryptV2(
    version: string,
    sharedKey: Uint8Array,
    senderMasterPublicKey: bigint,
    senderRandom: string,
    viewingPrivateKey: Uint8Array,
  ): EngineCiphertext;
}

interface EngineNode {
  getViewingKeyPair(): Promise<{ readonly privateKey: Uint8Array; readonly pubkey: Uint8Array }>;
  getSpendingKeyPair(): { readonly privateKey: Uint8Array; readonly pubkey: readonly bigint[] };
  getNullifyingKey(): Promise<bigint>;
}

/** The parts of RAILGUN's own software that tests compare with; its `exports` hide them. */
export interface EngineParts {
  poseidon(inputs: readonly bigint[]): bigint;
  readonly keys: {
    getPublicSpendingKey(key: Uint8Array): readonly bigint[];
    signEDDSA(key: Uint8Array, message: bigint): EngineSignature;
    verifyEDDSA(message: bigint, signature: EngineSignature, key: readonly bigint[]): boolean;
    getNoteBlindingKeys(
      sender: Uint8Array,
      receiver: Uint8Array,
      random: string,
      senderRandom: string,
    ): { blindedSenderViewingKey: Uint8Array; blindedReceiverViewingKey: Uint8Array };
    getSharedSymmetricKey(key: Uint8Array, blinded: Uint8Array): Promise<Uint8Array | undefined>;
  };
  readonly babyjubjub: {
    packPoint(point: readonly bigint[]): Uint8Array;
    unpackPoint(packed: Uint8Array): readonly bigint[];
  };
  readonly TransactNote: {
    createTransfer(
      receiver: EngineAddress,
      sender: EngineAddress,
      value: bigint,
      token: unknown,
      isSenderShown: boolean,
      outputType: number,
      memo: string | undefined,
    ): EngineNote;
    getHash(npk: bigint, tokenHash: string, value: bigint): bigint;
    getNullifier(nullifyingKey: bigint, position: number): bigint;
  };
  readonly notes: {
    getTokenDataERC20(address: string): unknown;
    getNoteHash(address: string, token: unknown, value: bigint): bigint;
  };
  readonly WalletNode: { getMasterPublicKey(key: readonly bigint[], nullifying: bigint): bigint };
  deriveNodes(words: string): { readonly spending: EngineNode; readonly viewing: EngineNode };
  encodeAddress(parts: EngineAddress & { readonly version: number }): string;
  decodeAddress(text: string): EngineAddress;
  hashBoundParamsV2(params: unknown): bigint;
}

/** Loads them as they are in use, without changes of ours. */
export async function loadEngineParts(): Promise<EngineParts> {
  const require = createRequire(import.meta.url);
  const root = dirname(require.resolve('@railgun-community/engine'));
  const part = (path: string) => require(join(root, path));
  const poseidon = part('utils/poseidon.js');
  await poseidon.initPoseidonPromise;
  await part('utils/scalar-multiply.js').initCurve25519Promise;
  part('wallet/wallet-info.js').default.setWalletSource('kax');
  const { Babyjubjub: babyjubjub } = part('key-derivation/babyjubjub.js');
  return {
    ...{ keys: part('utils/keys-utils.js'), babyjubjub, notes: part('note/note-util.js') },
    ...part('note/transact-note.js'),
    ...part('key-derivation/wallet-node.js'),
    ...part('key-derivation/bech32.js'),
    ...part('transaction/bound-params.js'),
    poseidon: poseidon.poseidon,
  };
}
