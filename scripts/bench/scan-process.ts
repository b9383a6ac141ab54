import { diffieHellman, generateKeyPairSync } from 'node:crypto';
import { NETWORK_CONFIG, NetworkName } from '@railgun-community/shared-models';
import { getEngine, pauseAllPollingProviders, walletForID } from '@railgun-community/wallet';
import { maxUint256 } from 'viem';
import { english, generateMnemonic, generatePrivateKey } from 'viem/accounts';
import { TXID_VERSION } from '../../apps/api/src/adapters/railgun/engine/start-engine.ts';
import { treasury } from '../../sandbox/chain/accounts.ts';
import { ESTIMATION_ORIGIN, unprovenTransaction } from '../../sandbox/railgun/pool.test-setup.ts';
import { foreignCiphertext, foreignShields, randomFieldElement } from './foreign-notes.ts';
import { startPoolCopy } from './pool-copy.ts';
import { cpuMsOf, cpuMsOfPrograms, threadCpuMsOf } from './process-cost.ts';

// A separate process, as in the product, so that its processor time includes nothing else.

/** What `scan.ts` reads from its output. */
export interface ScanTimes {
  /** Microseconds of processor time to try one transferred note for a wallet it does not belong to, one entry per round. */
  readonly trial: readonly number[];
  /** Microseconds for one X25519 of node:crypto, measured after each of them. */
  readonly x25519: readonly number[];
  readonly notes: number;
  /** Milliseconds of processor time to add the same number of leaves to the tree. */
  readonly treeWithOne: readonly number[];
  readonly treeWithMany: readonly number[];
  readonly leaves: number;
  readonly wallets: number;
}

const TRIAL_ROUNDS = 9;
const TRANSFERS = 16;
const PARTS = 10;
const NOTES_IN_A_PART = 3;
const EXCHANGES = 4_000;
const TREE_ROUNDS = 20;
const CROWD = 1_000;
const SHIELDS = 3;
const NOTES_IN_A_SHIELD = 120;

const copy = await startPoolCopy();
const { bench, pool } = copy;
const { chain } = NETWORK_CONFIG[NetworkName.Hardhat];
try {
  console.log(JSON.stringify(await measure()));
} finally {
  await copy.stop();
}

async function measure(): Promise<ScanTimes> {
  // Work triggered by new blocks would not be counted.
  pauseAllPollingProviders();
  await payForShields();
  return { ...(await measureTrials()), ...(await measureTree()) };
}

async function measureTrials() {
  await addToTree(transferNotes);
  const notes = TRANSFERS * PARTS * NOTES_IN_A_PART;
  const trial: number[] = [];
  const x25519: number[] = [];
  // The first is discarded: it includes one-time compilation.
  for (let round = -1; round < TRIAL_ROUNDS; round += 1) {
    const wallet = walletForID(await openWallet());
    const before = cpuMsOfPrograms();
    const inThis = await cpuMsOf(() =>
      wallet.decryptBalances(TXID_VERSION, chain, undefined, true),
    );
    const tried = inThis + cpuMsOfPrograms() - before;
    const exchanged = await cpuMsOf(exchangeKeys);
    if (round < 0) continue;
    trial.push((tried * 1_000) / notes);
    x25519.push((exchanged * 1_000) / EXCHANGES);
  }
  return { trial, x25519, notes };
}

function exchangeKeys(): void {
  const { privateKey } = generateKeyPairSync('x25519');
  const { publicKey } = generateKeyPairSync('x25519');
  for (let done = 0; done < EXCHANGES; done += 1) diffieHellman({ privateKey, publicKey });
}

/** The same number of leaves repeatedly, alternating between one open wallet and many. */
async function measureTree() {
  const { wallets } = getEngine();
  while (Object.keys(wallets).length < CROWD) await openWallet();
  const crowd = { ...wallets };
  const treeWithOne: number[] = [];
  const treeWithMany: number[] = [];
  for (let round = -1; round < TREE_ROUNDS; round += 1) {
    // Alternates the order, so that neither always runs second.
    for (const isCrowded of round % 2 === 0 ? [false, true] : [true, false]) {
      Object.assign(wallets, crowd);
      if (!isCrowded) for (const id of Object.keys(crowd).slice(1)) delete wallets[id];
      const ms = await addToTree(shieldNotes);
      if (round >= 0) (isCrowded ? treeWithMany : treeWithOne).push(ms);
    }
  }
  Object.assign(wallets, crowd);
  const leaves = SHIELDS * NOTES_IN_A_SHIELD;
  return { treeWithOne, treeWithMany, leaves, wallets: Object.keys(wallets).length };
}

/** @returns the processor time of reading new leaves and hashing them; no wallet is notified of them */
async function addToTree(makeNotes: () => Promise<void>): Promise<number> {
  const before = await pool.noteCount();
  await makeNotes();
  const ms = await threadCpuMsOf(() => getEngine().scanContractHistory(chain, []));
  if ((await pool.noteCount()) <= before) throw new Error('The leaves were not added to the tree.');
  return ms;
}

async function openWallet(): Promise<string> {
  const mnemonic = generateMnemonic(english);
  const encryptionKey = generatePrivateKey().slice(2);
  return (await pool.open({ mnemonic, encryptionKey, createdAtBlock: null })).walletId;
}

async function payForShields(): Promise<void> {
  const onToken = { address: bench.token, abi: bench.abi.token };
  await bench.write({ ...onToken, functionName: 'mint', args: [treasury.address, 10n ** 24n] });
  await bench.write({ ...onToken, functionName: 'approve', args: [pool.spender, maxUint256] });
}

async function shieldNotes(): Promise<void> {
  for (let sent = 0; sent < SHIELDS; sent += 1) {
    const args = [foreignShields(bench.token, NOTES_IN_A_SHIELD)];
    await bench.write({ ...onPool(), functionName: 'shield', args });
  }
}

/** Calls from the origin of estimates need no proof. */
async function transferNotes(): Promise<void> {
  const root = await bench.client.readContract({ ...onPool(), functionName: 'merkleRoot' });
  for (let sent = 0; sent < TRANSFERS; sent += 1) {
    const parts = Array.from({ length: PARTS }, () => transferOf(root as `0x${string}`));
    const call = { ...onPool(), functionName: 'transact', args: [parts] };
    await bench.write(call, ESTIMATION_ORIGIN);
  }
}

function transferOf(root: `0x${string}`) {
  const times = <T>(count: number, make: () => T) => Array.from({ length: count }, make);
  const { boundParams, ...transaction } = unprovenTransaction(root, {
    nullifiers: [randomFieldElement()],
    commitments: times(NOTES_IN_A_PART, randomFieldElement),
  });
  const commitmentCiphertext = times(NOTES_IN_A_PART, foreignCiphertext);
  return { ...transaction, boundParams: { ...boundParams, commitmentCiphertext } };
}

function onPool() {
  return { address: bench.pool.pool, abi: bench.abi.pool };
}
