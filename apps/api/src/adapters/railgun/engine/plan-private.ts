import {
  getTokenDataERC20,
  OutputType,
  RailgunEngine,
  type RailgunTransactionRequest,
  type RailgunWallet,
  type SpendingSolutionGroup,
  TransactionBatch,
  TransactNote,
  TXIDVersion,
} from '@railgun-community/engine';
import { sanitizeError } from '@railgun-community/shared-models';
import { fullWalletForID } from '@railgun-community/wallet';
import { bindingOf, needsBinding } from '#signing/private/binding';
import type { PrivateConfirmation } from '#signing/private/confirmation';
import { noteRoles, type PrivatePlan } from '#signing/private/plan';
import { type Json, readPrivatePlan } from '#signing/private/plan-json';
import { newAdaptRandom } from './adapt-random.ts';
import type { PrivateTransaction, Spender } from './private-transaction-calls.ts';
import { relayAdaptOf } from './relay-adapt-of.ts';
import { type RunningEngine, TXID_VERSION } from './start-engine.ts';
import type { PrivateInputs } from './stored-plan.ts';

/** The note that pays for the gas, base units of the token. */
export interface FeeNote {
  readonly token: string;
  readonly amount: bigint;
  readonly recipient: string;
}

/** What is planned, once its fee is known. */
export interface PaymentToPlan {
  readonly spender: Spender;
  readonly transaction: PrivateTransaction;
  readonly feeNote: FeeNote | null;
  /** The lowest price that the broadcaster may pay for gas; only a paid one is bound to it. */
  readonly gasPrice: bigint;
}

/** Which notes pay, and what becomes of them. */
interface ChosenPart {
  readonly group: SpendingSolutionGroup;
  /** The outputs within the pool, with the change. */
  readonly notes: readonly TransactNote[];
  readonly request: RailgunTransactionRequest;
}

/** Of another version of the contracts, which this engine isn't used with. */
const UNUSED = { senderCiphertext: '0x', to: `0x${'0'.repeat(40)}`, data: '0x' };

/** @returns what the payment's signer has to agree to: that it does this and costs no more */
export function confirmationOf(
  { chain }: Pick<RunningEngine, 'chain'>,
  { transaction, feeNote, gasPrice }: PaymentToPlan,
): PrivateConfirmation {
  const { token, amount, recipient } = transaction;
  const fee = feeNote && { token: feeNote.token, most: feeNote.amount, mostPerGas: gasPrice };
  const both = { chainId: chain.id, token, amount, fee, recipient };
  if (transaction.kind !== 'transfer') return { ...both, kind: transaction.kind };
  const { memo = null, showSender } = transaction;
  return { ...both, kind: 'transfer', memo, showSender };
}

/**
 * Chooses the notes that pay, and makes everything that the proofs are about. Rejects when the notes do not suffice.
 * @returns what is to be signed, and what else the proofs need
 */
export async function chooseNotes(
  engine: RunningEngine,
  payment: PaymentToPlan,
): Promise<{ readonly toSign: PrivatePlan; readonly privateInputs: readonly PrivateInputs[] }> {
  const wallet = fullWalletForID(payment.spender.walletId);
  const batch = createBatch(engine, wallet, payment);
  const groups = await batch
    .generateValidSpendingSolutionGroupsAllOutputs(wallet, TXID_VERSION)
    .catch((error) => Promise.reject(sanitizeError(error)));
  const adaptRandom = bind(engine, { wallet, batch, groups, payment });
  const parts: ChosenPart[] = [];
  for (const group of groups) {
    const change = TransactionBatch.getChangeOutput(wallet, group);
    const { minGasPrice } = priceOf(payment);
    const request = await batch
      .generateTransactionForSpendingSolutionGroup(group, change)
      .generateTransactionRequest(wallet, TXID_VERSION, payment.spender.encryptionKey, {
        ...{ minGasPrice, chainID: engine.chain.id, ...UNUSED },
      });
    parts.push({ group, notes: [...group.tokenOutputs, ...(change ? [change] : [])], request });
  }
  const unshieldsTo = unshieldRecipient(engine, payment.transaction);
  const toSign = readPrivatePlan({
    parts: parts.map((part) => writePart(part, { payment, engine, unshieldsTo })),
    adaptRandom,
  });
  if (toSign === null) throw new Error('The engine planned what no plan can have.');
  return { toSign, privateInputs: parts.map(({ request }) => request.privateInputs) };
}

/** The fee is the first output of all, as RAILGUN's broadcasters require. */
function createBatch(
  engine: RunningEngine,
  wallet: RailgunWallet,
  payment: PaymentToPlan,
): TransactionBatch {
  const { transaction, feeNote } = payment;
  const batch = new TransactionBatch(engine.chain, priceOf(payment).minGasPrice);
  const noteFor = ({ recipient, amount, token }: FeeNote, ...of: NoteTerms) =>
    TransactNote.createTransfer(
      ...([RailgunEngine.decodeAddress(recipient), wallet.addressKeys, amount] as const),
      ...([getTokenDataERC20(token), ...of] as const),
    );
  if (feeNote) batch.addOutput(noteFor(feeNote, false, OutputType.BroadcasterFee, undefined));
  if (transaction.kind === 'transfer') {
    const { showSender, memo } = transaction;
    batch.addOutput(noteFor(transaction, showSender, OutputType.Transfer, memo));
  } else {
    batch.addUnshieldData({
      toAddress: unshieldRecipient(engine, transaction),
      value: transaction.amount,
      tokenData: getTokenDataERC20(transaction.token),
      allowOverride: false,
    });
  }
  return batch;
}

type NoteTerms = readonly [showSender: boolean, type: OutputType, memo: string | undefined];

function priceOf({ feeNote, gasPrice }: PaymentToPlan): { readonly minGasPrice: bigint } {
  return { minGasPrice: feeNote === null ? 0n : gasPrice };
}

/** The native coin leaves to the contract that unwraps it. */
function unshieldRecipient(
  { networkName }: RunningEngine,
  { kind, recipient }: PrivateTransaction,
): string {
  return kind === 'unshield-native' ? relayAdaptOf(networkName) : recipient;
}

interface ToBind {
  readonly wallet: RailgunWallet;
  readonly batch: TransactionBatch;
  readonly groups: readonly SpendingSolutionGroup[];
  readonly payment: PaymentToPlan;
}

/** Binds the parts to each other. @returns the random bytes of the binding as 0x and hex; null when there is none */
function bind(engine: RunningEngine, { wallet, batch, groups, payment }: ToBind): string | null {
  const confirmation = confirmationOf(engine, payment);
  if (!needsBinding(confirmation, { parts: groups })) return null;
  const nullifyingKey = wallet.getNullifyingKey();
  const nullifiers = groups.map(({ utxos }) =>
    utxos.map(({ position }) => TransactNote.getNullifier(nullifyingKey, position)),
  );
  const random = `0x${newAdaptRandom()}`;
  const contracts = { relayAdapt: relayAdaptOf(engine.networkName) };
  const binding = bindingOf(confirmation, contracts, { nullifiers, random });
  if (binding === null) throw new Error('A payment of several parts was left unbound.');
  batch.setAdaptID({ contract: binding.adaptContract, parameters: binding.adaptParams });
  return random;
}

interface PartOf {
  readonly engine: RunningEngine;
  readonly payment: PaymentToPlan;
  readonly unshieldsTo: string;
}

/** The engine's own values in the form of a plan. */
function writePart(
  { group, notes, request }: ChosenPart,
  { engine, payment, unshieldsTo }: PartOf,
): Json {
  if (request.txidVersion !== TXIDVersion.V2_PoseidonMerkle) throw new Error('Another version.');
  const { publicInputs, boundParams } = request;
  const { unshieldValue } = group;
  const left = { role: 'unshield', value: `${unshieldValue}`, recipient: hexOf(unshieldsTo) };
  const outputs = notes.map((note) => writeNote(note, payment));
  return {
    token: hexOf(group.tokenData.tokenAddress).replace(/^0x0{24}(?=.{40}$)/, '0x'),
    outputs: unshieldValue > 0n ? [...outputs, left] : outputs,
    publicInputs: {
      merkleRoot: wordOf(publicInputs.merkleRoot),
      boundParamsHash: wordOf(publicInputs.boundParamsHash),
      nullifiers: publicInputs.nullifiers.map(wordOf),
      commitments: publicInputs.commitmentsOut.map(wordOf),
    },
    boundParams: {
      treeNumber: Number(boundParams.treeNumber),
      minGasPrice: String(boundParams.minGasPrice),
      unshield: Number(boundParams.unshield),
      chainId: engine.chain.id,
      adaptContract: hexOf(boundParams.adaptContract),
      adaptParams: hexOf(boundParams.adaptParams),
      commitmentCiphertext: boundParams.commitmentCiphertext.map((note) => ({
        ciphertext: note.ciphertext.map(hexOf),
        blindedSenderViewingKey: hexOf(note.blindedSenderViewingKey),
        blindedReceiverViewingKey: hexOf(note.blindedReceiverViewingKey),
        annotationData: hexOf(note.annotationData),
        memo: hexOf(note.memo),
      })),
    },
  };
}

function writeNote(
  { outputType, value, random, senderRandom = '' }: TransactNote,
  { feeNote }: PaymentToPlan,
): Json {
  const role = noteRoles[outputType ?? -1] ?? 'none';
  return {
    ...{ role, value: value.toString(), random: hexOf(random), senderRandom: hexOf(senderRandom) },
    feeRecipient: role === 'fee' && feeNote ? feeNote.recipient : null,
  };
}

/** The engine writes some of its hex with the prefix and some without. */
function hexOf(text: unknown): string {
  const digits = String(text).toLowerCase();
  return digits.startsWith('0x') ? digits : `0x${digits}`;
}

function wordOf(value: bigint): string {
  return `0x${value.toString(16).padStart(64, '0')}`;
}
