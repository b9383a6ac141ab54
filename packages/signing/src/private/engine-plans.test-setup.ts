import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { encodePrivateAddress } from '#pool/addresses';
import { type EngineParts, loadEngineParts } from '#pool/engine.test-setup';
import { deriveKeys, type ViewingKeys, viewingKeysOf, type WalletKeys } from '#pool/keys';
import { entropyToSeed } from '#pool/words';
import type { NoteRole, PrivatePlan } from './plan.ts';
import { noteRoles } from './plan.ts';
import { type Json, readPrivatePlan } from './plan-json.ts';

/** A wallet whose keys a test knows. */
export interface TestWallet extends ViewingKeys {
  readonly keys: WalletKeys;
  readonly privateAddress: string;
}

/** A note that RAILGUN's engine makes, and what a server says of it. */
export interface NoteSpec {
  readonly to: TestWallet;
  readonly value: bigint;
  readonly role: NoteRole;
  /** What the plan says it is for, when that is another role. */
  readonly statedRole?: NoteRole;
  readonly isSenderShown?: boolean;
  readonly memo?: string;
}

export interface PartSpec {
  readonly token: string;
  /** Of the notes that are spent. */
  readonly positions: readonly number[];
  readonly notes: readonly NoteSpec[];
  readonly unshield?: {
    readonly to: string;
    readonly value: bigint;
    readonly isRedirect?: boolean;
  };
  readonly tree?: number;
}

/** What RAILGUN's contract between does with the parts. */
export interface AdaptSpec {
  readonly contract: string;
  /** To whom the unwrapped coin goes; null for no calls. */
  readonly unwrapsTo: string | null;
  readonly requireSuccess: boolean;
  readonly minGasLimit?: bigint;
  /** Of the nullifiers of how many parts; all unless given. */
  readonly boundParts?: number;
  /** Another random than the plan says. */
  readonly random?: string;
  /** Calls of the contract beside those that unwrap. */
  readonly extraCalls?: readonly unknown[];
}

export interface PlanSpec {
  readonly parts: readonly PartSpec[];
  readonly minGasPrice: bigint;
  readonly chainId: number;
  readonly adapt: AdaptSpec | null;
}

interface EngineRequest {
  readonly publicInputs: {
    readonly merkleRoot: bigint;
    readonly boundParamsHash: bigint;
    readonly nullifiers: readonly bigint[];
    readonly commitmentsOut: readonly bigint[];
  };
  readonly boundParams: {
    readonly treeNumber: number;
    readonly minGasPrice: bigint;
    readonly unshield: bigint;
    readonly chainID: string;
    readonly adaptContract: string;
    readonly adaptParams: string;
    readonly commitmentCiphertext: readonly {
      readonly ciphertext: readonly string[];
      readonly blindedSenderViewingKey: string;
      readonly blindedReceiverViewingKey: string;
      readonly annotationData: string;
      readonly memo: string;
    }[];
  };
}

const RANDOM = 'ab'.repeat(31);
const MERKLE_ROOT = '12'.padStart(64, '0');
const SHIELD_VALUE = 10n ** 20n;

/** @returns a wallet of 16 bytes */
export function testWallet(entropy: Uint8Array): TestWallet {
  const keys = deriveKeys(entropyToSeed(entropy));
  const viewing = viewingKeysOf(keys);
  return { ...viewing, keys, privateAddress: encodePrivateAddress(viewing) };
}

/** RAILGUN's own software, which makes whatever plan it is told to for one wallet. */
export async function createEnginePlanner(sender: TestWallet) {
  const engine = await loadEngineParts();
  const { Transaction, helper, relayAdapt } = loadTransactionParts();
  const wallet = walletOf(sender);

  async function adaptParams(spec: PlanSpec, adapt: AdaptSpec): Promise<string> {
    const calls: unknown[] = [...(adapt.extraCalls ?? [])];
    if (adapt.unwrapsTo !== null) {
      const token = engine.notes.getTokenDataERC20(`0x${'0'.repeat(40)}`);
      const transfers = [{ token, to: adapt.unwrapsTo, value: 0n }];
      for (const [name, args] of [
        ['unwrapBase', [0n]],
        ['transfer', [transfers]],
      ] as const) {
        calls.push({ to: adapt.contract, data: relayAdapt.encodeFunctionData(name, args) });
      }
    }
    const parts = spec.parts.slice(0, adapt.boundParts ?? spec.parts.length);
    const transactions = parts.map(({ positions }) => ({
      nullifiers: positions.map((position) =>
        wordOf(engine.TransactNote.getNullifier(sender.nullifyingKey, position)),
      ),
    }));
    const { requireSuccess, minGasLimit = 0n, random = RANDOM } = adapt;
    return helper.getRelayAdaptParams(
      ...([transactions, random, requireSuccess, calls, minGasLimit] as const),
    );
  }

  async function makePart(spec: PlanSpec, part: PartSpec): Promise<Json> {
    const tokenData = engine.notes.getTokenDataERC20(part.token);
    const notes = part.notes.map(({ to, value, role, isSenderShown = false, memo }) => {
      const type = noteRoles.indexOf(role);
      return engine.TransactNote.createTransfer(
        ...([to, sender, value, tokenData, isSenderShown, type, memo] as const),
      );
    });
    const spent = part.positions.map((position) => ({
      position,
      note: engine.TransactNote.createTransfer(
        ...([sender, sender, SHIELD_VALUE, tokenData, true, 0, undefined] as const),
      ),
    }));
    const adaptId = {
      contract: spec.adapt?.contract ?? `0x${'0'.repeat(40)}`,
      parameters: spec.adapt ? await adaptParams(spec, spec.adapt) : `0x${'0'.repeat(64)}`,
    };
    const chain = { type: 0, id: spec.chainId };
    const transaction = new Transaction(
      ...([chain, tokenData, part.tree ?? 0, spent, notes, adaptId] as const),
    );
    if (part.unshield) {
      const { to: toAddress, value, isRedirect: allowOverride = false } = part.unshield;
      transaction.addUnshieldData({ toAddress, value, tokenData, allowOverride }, value);
    }
    const request = await transaction.generateTransactionRequest(
      ...([wallet, 'V2_PoseidonMerkle', '', { minGasPrice: spec.minGasPrice }] as const),
    );
    return writePart(part, notes, request);
  }

  return {
    engine,
    /** @returns the plan as a server would send it */
    async plan(spec: PlanSpec): Promise<PrivatePlan> {
      const parts: Json[] = [];
      for (const part of spec.parts) parts.push(await makePart(spec, part));
      const plan = readPrivatePlan({ parts, adaptRandom: spec.adapt ? `0x${RANDOM}` : null });
      if (plan === null) throw new Error('The engine made no plan.');
      return plan;
    },
  };
}

interface EngineTransaction {
  addUnshieldData(data: unknown, value: bigint): void;
  generateTransactionRequest(
    wallet: unknown,
    version: string,
    encryptionKey: string,
    bound: unknown,
  ): Promise<EngineRequest>;
}

interface TransactionParts {
  readonly Transaction: new (...of: readonly unknown[]) => EngineTransaction;
  readonly helper: {
    getRelayAdaptParams(
      transactions: unknown,
      random: string,
      requireSuccess: boolean,
      calls: unknown,
      minGasLimit: bigint,
    ): string;
  };
  readonly relayAdapt: { encodeFunctionData(name: string, args: readonly unknown[]): string };
}

function loadTransactionParts(): TransactionParts {
  const require = createRequire(import.meta.url);
  const path = require.resolve('@railgun-community/engine');
  const part = (name: string) => require(join(dirname(path), name));
  const { Interface } = createRequire(path)('ethers');
  return {
    ...part('transaction/transaction.js'),
    helper: part('contracts/relay-adapt/relay-adapt-helper.js').RelayAdaptHelper,
    relayAdapt: new Interface(part('abi/abi.js').ABIRelayAdapt),
  };
}

/** What the engine asks of a wallet for a transaction. */
function walletOf(sender: TestWallet) {
  const { viewing: privateKey, viewingPublicKey: pubkey } = sender;
  const elements = Array.from({ length: 16 }, () => MERKLE_ROOT);
  return {
    getUTXOMerkletree: () => ({
      getRoot: async () => MERKLE_ROOT,
      getMerkleProof: async () => ({ elements }),
    }),
    getSpendingKeyPair: async () => ({
      privateKey: new Uint8Array(32),
      pubkey: sender.publicSpendingKey,
    }),
    getNullifyingKey: () => sender.nullifyingKey,
    getViewingKeyPair: () => ({ privateKey, pubkey }),
    viewingKeyPair: { privateKey, pubkey },
    addressKeys: sender,
  };
}

function writePart(
  { token, notes: specs, unshield }: PartSpec,
  notes: ReturnType<EngineParts['TransactNote']['createTransfer']>[],
  { publicInputs, boundParams }: EngineRequest,
): Json {
  const outputs: Json[] = specs.map(({ value, role, statedRole = role, to }, place) => ({
    ...{ role: statedRole, value: `${value}`, random: hexOf(notes[place]?.random) },
    senderRandom: hexOf(notes[place]?.senderRandom),
    feeRecipient: statedRole === 'fee' ? to.privateAddress : null,
  }));
  if (unshield) {
    const { to, value } = unshield;
    outputs.push({ role: 'unshield', value: `${value}`, recipient: to.toLowerCase() });
  }
  const { chainID, minGasPrice, adaptContract, ...params } = boundParams;
  return {
    ...{ token: token.toLowerCase(), outputs },
    publicInputs: {
      merkleRoot: wordOf(publicInputs.merkleRoot),
      boundParamsHash: wordOf(publicInputs.boundParamsHash),
      nullifiers: publicInputs.nullifiers.map(wordOf),
      commitments: publicInputs.commitmentsOut.map(wordOf),
    },
    boundParams: {
      ...{ ...params, minGasPrice: `${minGasPrice}`, adaptContract: adaptContract.toLowerCase() },
      unshield: Number(params.unshield),
      chainId: Number(BigInt(chainID)),
      commitmentCiphertext: params.commitmentCiphertext.map((note) => ({ ...note })),
    },
  };
}

function hexOf(text = ''): string {
  return text.startsWith('0x') ? text : `0x${text}`;
}

function wordOf(value: bigint): string {
  return `0x${value.toString(16).padStart(64, '0')}`;
}
