import { getAddress } from 'viem';
import type { PrivateAddress, PublicAddress, TransactionHash } from '#domain/address/address';
import { type BaseUnits, toBaseUnits } from '#domain/amount/base-units';
import { readMessage } from '#domain/message/private-message';
import type { Token } from '#domain/token/token';
import {
  type FragmentedNotes,
  type PoolCall,
  type PoolTransaction,
  PoolUnavailable,
  type ProvedPrivateTransaction,
  type ShieldedHistoryItem,
  type ShieldedMovement,
  type ShieldedOutcome,
  type ShieldedPool,
  type ShieldRequest,
} from '../../ports/shielded-pool.ts';
import { readBlockTimes, readLatestBlock } from './engine/blocks.ts';
import { type PrivateAmount, type PrivateHistoryItem, readHistory } from './engine/history.ts';
import { NotesInUse, prepareNoteDirectory } from './engine/note-directory.ts';
import { estimatePrivate, planPrivate, provePrivate } from './engine/private-transaction.ts';
import type { PrivateTransaction } from './engine/private-transaction-calls.ts';
import { createProfile, type PoolContracts } from './engine/profile.ts';
import { createProofReadiness } from './engine/proof-readiness.ts';
import { type ProvedTransaction, provePlanned } from './engine/prove-planned.ts';
import { countNotes, lookUntilComplete } from './engine/scan.ts';
import { estimateShield, prepareShield, shieldMessage } from './engine/shield.ts';
import { startEngine } from './engine/start-engine.ts';
import { writeStoredPlan } from './engine/stored-plan.ts';
import {
  forgetOtherWallets,
  loadWallet,
  loadWalletBySight,
  readBalance,
  readFragmented,
  readPending,
  unloadWallet,
} from './engine/wallets.ts';
import { findPoolProblem } from './pool-problem.ts';
import type { Alarm } from './prover/alarm.ts';

/** What a payment with one proof spends most often. */
const USUAL_NOTES = [2];

/** Where a pool is and what is needed to use it. */
export interface ShieldedPoolOptions {
  readonly chainId: number;
  readonly contracts: PoolContracts;
  /** Tokens of the network; notes of others are left out. */
  readonly tokens: readonly Token[];
  readonly rpcUrls: readonly string[];
  /** Where found notes are kept. All of it can be found again. */
  readonly directory: string;
  readonly artifactsDirectory: string;
  readonly log?: { say(sentence: string): void; complain(error: unknown): void };
  /** Receives what an operator has to know of. */
  readonly alarm?: Alarm;
}

/**
 * Opens the private pool of a network with RAILGUN's software. A process can have only one, which keeps it
 * busy: it needs its own. Rejects with `PoolUnavailable` when the chain does not respond, and with `NotesInUse`.
 */
export async function createShieldedPool(options: ShieldedPoolOptions): Promise<ShieldedPool> {
  const { chainId, contracts, rpcUrls } = options;
  const orUnavailable = <Reply>(work: Promise<Reply>): Promise<Reply> =>
    work.catch((cause: unknown) => {
      if (cause instanceof NotesInUse) throw cause;
      throw new PoolUnavailable(chainId, cause);
    });
  const engine = await orUnavailable(start(options));
  const addressOf = ({ address }: Token) => address ?? contracts.wrappedNative;
  const toToken = createTokenFinder(options);
  const readiness = createProofReadiness(options.artifactsDirectory, engine.prover);

  return {
    chainId,
    shieldFeeBps: engine.shieldFeeBps,
    unshieldFeeBps: engine.unshieldFeeBps,
    spender: toPublicAddress(contracts.proxy),
    shieldMessage: shieldMessage(),
    mostProofsAtOnce: engine.prover.places,
    proving: () => {
      const prover = engine.prover.kind();
      return {
        prover,
        proofsAtOnce: prover === 'native' ? engine.prover.places : 1,
        proofMs: engine.prover.times.expected(USUAL_NOTES),
      };
    },
    open: async (wallet) => {
      const { walletId, privateAddress } = await orUnavailable(loadWallet(engine, wallet));
      return { walletId, privateAddress: privateAddress as PrivateAddress };
    },
    openBySight: async (wallet) => {
      const { walletId, privateAddress } = await orUnavailable(loadWalletBySight(engine, wallet));
      await orUnavailable(forgetOtherWallets(engine, walletId, wallet.encryptionKey));
      return { walletId, privateAddress: privateAddress as PrivateAddress };
    },
    close: unloadWallet,
    look: (options) => orUnavailable(lookUntilComplete(engine, options)),
    noteCount: () => countNotes(engine),
    latestBlock: () => orUnavailable(readLatestBlock(engine)),
    blockTimes: (blocks) => orUnavailable(readBlockTimes(engine, blocks)),
    balances: (walletId, tokens) =>
      Promise.all(
        tokens.map(async (token) => ({
          spendable: await readBalance(engine, walletId, addressOf(token)),
          pending: await readPending(engine, walletId, addressOf(token)),
        })),
      ),
    fragmented: async (walletId, tokens) => {
      const found: FragmentedNotes[] = [];
      for (const token of tokens) {
        const amount = await readFragmented(engine, walletId, addressOf(token));
        if (amount !== null) found.push({ token, amount });
      }
      return found;
    },
    history: async (walletId, fromBlock) => {
      const items = await readHistory(engine, walletId, fromBlock);
      return items.map((item) => toHistoryItem(item, toToken));
    },
    estimateShield: (shield) => toOutcome(estimateShield(engine, toShield(shield))),
    prepareShield: async (shield) => toCall(await prepareShield(engine, toShield(shield))),
    estimatePrivateTransaction: (transaction) =>
      toOutcome(
        estimatePrivate(engine, toPrivateRequest(transaction)).then((estimate) => ({
          ...estimate,
          broadcasterFee: toFee(estimate.broadcasterFee),
        })),
      ),
    plan: (transaction) =>
      toOutcome(
        planPrivate(engine, toPrivateRequest(transaction)).then((plan) => {
          const { gas, proofMs, broadcasterFee, toSign } = plan;
          const stored = writeStoredPlan(plan);
          return { gas, proofMs, broadcasterFee: toFee(broadcasterFee), toSign, stored };
        }),
      ),
    proveSigned: (signed, order) => toOutcome(provePlanned(engine, signed, order).then(toProved)),
    prove: async (transaction, order) => {
      const proving = provePrivate(engine, toPrivateRequest(transaction), order);
      try {
        return await toOutcome(proving.then(toProved));
      } catch (cause) {
        // In whatever words the engine failed then: it was made to.
        if (order.signal?.aborted) return 'interrupted';
        throw cause;
      }
    },
    getReadyToProve: () => readiness.advance(),
    stop: () => engine.stop(),
  };

  async function start({ artifactsDirectory, directory: home, log, alarm }: ShieldedPoolOptions) {
    const profile = createProfile(chainId, contracts);
    const databaseDirectory = await prepareNoteDirectory({ home, rpcUrls, ...contracts });
    return startEngine({
      profile,
      rpcUrls,
      databaseDirectory,
      artifactsDirectory,
      ...(log && { log }),
      ...(alarm && { alarm }),
    });
  }

  async function toOutcome<Reply>(work: Promise<Reply>): Promise<ShieldedOutcome<Reply>> {
    try {
      return { ok: true, response: await work };
    } catch (error) {
      const problem = findPoolProblem(error);
      if (problem === null) throw new PoolUnavailable(chainId, error);
      return { ok: false, ...problem };
    }
  }

  function toShield(shield: ShieldRequest) {
    return { ...shield, token: addressOf(shield.token), isNative: shield.token.address === null };
  }

  function toPrivateRequest(transaction: PoolTransaction) {
    const { spender, gasPrice, fee } = transaction;
    return {
      spender,
      gasPrice,
      transaction: toPrivateTransaction(transaction, addressOf(transaction.token)),
      fee: fee && {
        token: addressOf(fee.token),
        feePerUnitGas: fee.perNativeCoin,
        recipient: fee.recipient,
      },
    };
  }
}

function toPrivateTransaction(transaction: PoolTransaction, token: string): PrivateTransaction {
  const { amount, recipient } = transaction;
  if (transaction.kind === 'unshield') {
    const kind = transaction.token.address === null ? 'unshield-native' : 'unshield';
    return { kind, token, amount, recipient };
  }
  const { memo, showSender } = transaction;
  const words = memo === null ? {} : { memo };
  return { kind: 'transfer', token, amount, recipient, showSender, ...words };
}

/** Wrapped in the pool, the native coin is still the native coin. */
function createTokenFinder({ tokens, contracts }: ShieldedPoolOptions) {
  const tokenByAddress = new Map(
    tokens.map((token) => [(token.address ?? contracts.wrappedNative).toLowerCase(), token]),
  );
  return (address: string) => tokenByAddress.get(address);
}

function toHistoryItem(
  item: PrivateHistoryItem,
  toToken: (address: string) => Token | undefined,
): ShieldedHistoryItem {
  const toMovements = (amounts: readonly PrivateAmount[]): ShieldedMovement[] =>
    amounts.flatMap(({ token: address, amount, counterparty, memo }) => {
      const token = toToken(address);
      const read = { counterparty, memo: readMessage(memo) };
      return token ? [{ ...read, token, amount: toBaseUnits(amount) }] : [];
    });
  return {
    transactionHash: item.transactionHash as TransactionHash,
    blockNumber: item.blockNumber,
    kind: item.kind,
    sent: toMovements(item.sent),
    received: toMovements(item.received),
    unshielded: toMovements(item.unshielded),
    poolFee: toBaseUnits(item.poolFee),
    broadcasterFee: toFee(item.broadcasterFee),
    notes: item.notes.flatMap((note) => {
      const token = toToken(note.token);
      return token ? [{ ...note, token, value: toBaseUnits(note.value) }] : [];
    }),
  };
}

function toFee(units: bigint | null): BaseUnits | null {
  return units === null ? null : toBaseUnits(units);
}

function toProved(proved: ProvedTransaction): ProvedPrivateTransaction {
  return {
    ...toCall(proved),
    gasLimit: proved.gasLimit,
    nullifiers: proved.nullifiers.map(toHex),
    broadcasterFee: toFee(proved.broadcasterFee),
    provedInMs: proved.provedInMs,
  };
}

function toCall({ to, data, value }: { to: string; data: string; value: bigint }): PoolCall {
  return { to: toPublicAddress(to), data: toHex(data), value };
}

function toPublicAddress(text: string): PublicAddress {
  return getAddress(text) as PublicAddress;
}

/** The engine writes some of its hex with the prefix and some without. */
function toHex(text: string): `0x${string}` {
  return text.startsWith('0x') ? (text as `0x${string}`) : `0x${text}`;
}
