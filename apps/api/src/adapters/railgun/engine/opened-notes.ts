import {
  CommitmentType,
  OutputType,
  RailgunEngine,
  type TransactNote,
} from '@railgun-community/engine';
import type { Chain, TXIDVersion } from '@railgun-community/shared-models';
import { walletForID } from '@railgun-community/wallet';
import { type RunningEngine, TXID_VERSION } from './start-engine.ts';

/** A note that a payment made, with what proves to others what is in it. */
export interface OpenedNote {
  readonly direction: 'sent' | 'received';
  /** Address in lower case. */
  readonly token: string;
  readonly tree: number;
  readonly position: number;
  /** Base units. */
  readonly value: bigint;
  /** 16 bytes as 0x and hex. */
  readonly random: `0x${string}`;
  /** 15 bytes as 0x and hex; null when the sender hides who they are from this wallet. */
  readonly senderRandom: `0x${string}` | null;
  /** The other side's private address; null when it is hidden. */
  readonly counterparty: string | null;
}

/** What the engine keeps to itself. */
interface WalletInside {
  getSentCommitments(version: TXIDVersion, chain: Chain): Promise<readonly SentNote[]>;
}
interface SentNote {
  readonly tree: number;
  readonly position: number;
  readonly txid: string;
  readonly note: TransactNote;
  readonly outputType?: OutputType;
  readonly isLegacyTransactNote: boolean;
}

/** In place of a sender's random, where the recipient can see who sent a note. */
const VISIBLE_SENDER = `0x${'0'.repeat(30)}` as const;
const SENDER_RANDOM = /^(?:0x)?([0-9a-f]{30})$/;

/**
 * @returns what opens the notes that a wallet paid to others or was paid, by transaction, as of the last scan. Change,
 *   fees, shields and notes of RAILGUN's earlier versions are left out.
 */
export async function readOpenedNotes(
  { chain }: RunningEngine,
  walletId: string,
): Promise<ReadonlyMap<string, readonly OpenedNote[]>> {
  const wallet = walletForID(walletId);
  const sent = await (wallet as unknown as WalletInside).getSentCommitments(TXID_VERSION, chain);
  const received = await wallet.TXOs(TXID_VERSION, chain);
  const byTransaction = new Map<string, OpenedNote[]>();
  const add = (txid: string, opened: OpenedNote) => {
    const hash = txid.startsWith('0x') ? txid : `0x${txid}`;
    byTransaction.set(hash, [...(byTransaction.get(hash) ?? []), opened]);
  };
  for (const { txid, note, outputType, isLegacyTransactNote, ...place } of sent) {
    const senderRandom = senderRandomOf(note);
    if (outputType !== OutputType.Transfer || isLegacyTransactNote || senderRandom === null)
      continue;
    const counterparty = RailgunEngine.encodeAddress(note.receiverAddressData);
    add(txid, { direction: 'sent', ...openingOf(note, place), senderRandom, counterparty });
  }
  for (const { txid, note, commitmentType, ...place } of received) {
    if (commitmentType !== CommitmentType.TransactCommitmentV2) continue;
    const counterparty = note.getSenderAddress() ?? null;
    const senderRandom = counterparty === null ? null : VISIBLE_SENDER;
    add(txid, { direction: 'received', ...openingOf(note, place), senderRandom, counterparty });
  }
  return byTransaction;
}

function openingOf(
  note: TransactNote,
  { tree, position }: { readonly tree: number; readonly position: number },
) {
  return {
    token: `0x${note.tokenData.tokenAddress.replace(/^0x/, '').slice(-40)}`.toLowerCase(),
    tree,
    position,
    value: note.value,
    random: withPrefix(note.random),
  };
}

/** @returns null for a note whose sender did not keep it */
function senderRandomOf({ senderRandom }: TransactNote): `0x${string}` | null {
  const [, digits] = SENDER_RANDOM.exec(senderRandom ?? '') ?? [];
  return digits === undefined ? null : `0x${digits}`;
}

function withPrefix(hex: string): `0x${string}` {
  return hex.startsWith('0x') ? (hex as `0x${string}`) : `0x${hex}`;
}
