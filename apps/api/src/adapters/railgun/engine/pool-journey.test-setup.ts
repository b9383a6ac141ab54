import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createWalletClient,
  type Hex,
  http,
  keccak256,
  maxUint256,
  type TransactionReceipt,
} from 'viem';
import {
  english,
  generateMnemonic,
  generatePrivateKey,
  type PrivateKeyAccount,
  privateKeyToAccount,
} from 'viem/accounts';
import { POOL_CHAIN_ID, type PoolBench, startPoolBench } from '#sandbox/railgun/pool.test-setup';
import { unpackArtifacts } from '#sandbox/railgun/unpack-artifacts';
import { type BroadcasterFee, provePrivate } from './private-transaction.ts';
import type { PrivateTransaction, Spender } from './private-transaction-calls.ts';
import { createProfile } from './profile.ts';
import type { ProvedTransaction } from './prove-planned.ts';
import { lookUntilComplete } from './scan.ts';
import { prepareShield, type ShieldRequest, shieldMessage } from './shield.ts';
import { type RunningEngine, startEngine } from './start-engine.ts';
import { type LoadedWallet, loadWallet, readBalance } from './wallets.ts';

/** A user with a public account and a private wallet. */
export interface User extends LoadedWallet, Spender {
  readonly account: PrivateKeyAccount;
  readonly mnemonic: string;
}

export interface Journey {
  readonly bench: PoolBench;
  readonly engine: RunningEngine;
  /** An account that no one else's money touches. */
  readonly broadcaster: PrivateKeyAccount;
  /** With a new phrase unless one is given. */
  addUser(phrase?: string): Promise<User>;
  /** Makes a note for each amount, from which the pool takes its fee. */
  shield(user: User, amounts: readonly bigint[], isNative?: boolean): Promise<TransactionReceipt>;
  prove(
    user: User,
    transaction: PrivateTransaction,
    fee?: BroadcasterFee | null,
  ): Promise<ProvedTransaction>;
  /** As the broadcaster. */
  send(transaction: ProvedTransaction): Promise<TransactionReceipt>;
  /** What is spendable, once everything in the pool is known. */
  balance(user: User, token: Hex): Promise<bigint>;
  /** Starts the engine again as if it had never run; no wallet is in it. */
  restartEngine(): Promise<void>;
  stop(): Promise<void>;
}

/** What a unit of gas costs the broadcaster. */
export const GAS_PRICE = 40_000_000_000n;
const FOUND_WITHIN_MS = 600_000;
const NATIVE_STOCK = '0x3635c9adc5dea00000';
/** Unpacked files are the same for every test of a checkout. */
const artifactsDirectory = join(import.meta.dirname, '../../../../../../.cache/artifacts');

/** Starts a chain with a pool and RAILGUN's engine over it, in this process, which can hold one only. */
export async function startJourney(): Promise<Journey> {
  const directory = await mkdtemp(join(tmpdir(), 'kax-engine-'));
  await unpackArtifacts(artifactsDirectory);
  const bench = await startPoolBench(16);
  const { pool, wrappedNative, token, chain } = bench;
  const profile = createProfile(POOL_CHAIN_ID, {
    proxy: pool.pool,
    relayAdapt: pool.relayAdapt,
    wrappedNative,
    deploymentBlock: 0,
  });
  let starts = 0;
  const startAgain = () => {
    starts += 1;
    const databaseDirectory = join(directory, `notes-${starts}`);
    return startEngine({ profile, rpcUrls: [chain.rpcUrl], databaseDirectory, artifactsDirectory });
  };
  let engine = await startAgain();
  const broadcaster = privateKeyToAccount(generatePrivateKey());
  await chain.call('anvil_setBalance', [broadcaster.address, NATIVE_STOCK]);
  const wallet = createWalletClient({ transport: http(chain.rpcUrl, { retryCount: 0 }) });

  async function sendFrom(
    account: PrivateKeyAccount,
    { to, data, value, gas }: { to: string; data: string; value: bigint; gas: bigint },
  ): Promise<TransactionReceipt> {
    const hash = await wallet.sendTransaction({
      account,
      chain: null,
      to: to as Hex,
      data: data as Hex,
      value,
      gas,
      gasPrice: GAS_PRICE,
    });
    await chain.mine();
    const receipt = await bench.client.waitForTransactionReceipt({ hash });
    if (receipt.status !== 'success') throw new Error(`Transaction ${hash} failed.`);
    return receipt;
  }

  return {
    bench,
    get engine() {
      return engine;
    },
    broadcaster,
    addUser: async (phrase) => {
      const account = privateKeyToAccount(generatePrivateKey());
      const mnemonic = phrase ?? generateMnemonic(english);
      const encryptionKey = generatePrivateKey().slice(2);
      const loaded = await loadWallet(engine, { encryptionKey, mnemonic, createdAtBlock: null });
      await chain.call('anvil_setBalance', [account.address, NATIVE_STOCK]);
      const tokenCall = { address: token, abi: bench.abi.token };
      await bench.write({
        ...tokenCall,
        functionName: 'mint',
        args: [account.address, 10n ** 24n],
      });
      const approve = { ...tokenCall, functionName: 'approve', args: [pool.pool, maxUint256] };
      await wallet.writeContract({ ...approve, account, chain: null, gas: 100_000n });
      await chain.mine();
      return { ...loaded, account, mnemonic, encryptionKey };
    },
    shield: async (user, amounts, isNative = false) => {
      const shieldKey = keccak256(await user.account.signMessage({ message: shieldMessage() }));
      const shieldOf = (amount: bigint): ShieldRequest => ({
        token: isNative ? wrappedNative : token,
        amount,
        isNative,
        recipient: user.privateAddress,
        payer: user.account.address,
        shieldKey,
      });
      let last: TransactionReceipt | null = null;
      for (const amount of amounts) {
        const transaction = await prepareShield(engine, shieldOf(amount));
        last = await sendFrom(user.account, { ...transaction, gas: 3_000_000n });
      }
      if (last === null) throw new Error('Nothing was shielded.');
      return last;
    },
    prove: async (user, transaction, fee = null) => {
      await lookUntilComplete(engine, { walletId: user.walletId, withinMs: FOUND_WITHIN_MS });
      return provePrivate(engine, { spender: user, transaction, gasPrice: GAS_PRICE, fee });
    },
    send: (transaction) => sendFrom(broadcaster, { ...transaction, gas: transaction.gasLimit }),
    balance: async (user, of) => {
      await lookUntilComplete(engine, { walletId: user.walletId, withinMs: FOUND_WITHIN_MS });
      return readBalance(engine, user.walletId, of);
    },
    restartEngine: async () => {
      await engine.stop();
      engine = await startAgain();
    },
    stop: async () => {
      await engine.stop();
      await bench.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
