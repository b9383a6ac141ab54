import type { PublicAddress } from '#domain/address/address';
import { balanceKey } from './balance-key.ts';
import { isCancellation } from './flawed-chains.ts';
import { CHAIN_ID, signSimulated } from './simulated-node.ts';
import type { Environment } from './simulated-server.ts';
import { addressOfUser } from './simulated-server.ts';

/** Whose payments the simulation makes. */
export const USERS = ['1', '2'] as const;

/** For how long things go wrong. */
export const FAULTY_MS = 60_000;

/** For how long fees are above every ladder in a run that has such a time. */
export const SURGE_MS = 25 * 60 * 60_000;

const SURGE = 1_000_000n;
const SURGE_SLOWDOWN = 300;
const BLOCK_MS = 2_000;
const DRAIN = `0x${'d'.repeat(40)}` as PublicAddress;

/** For more than a day, fees are far above what was signed before. Then they fall to what they were. */
export async function surge({ simulation, chain, tempo }: Environment): Promise<void> {
  await simulation.wait(simulation.random.integer(0, FAULTY_MS / 2));
  chain.surge = SURGE;
  await simulation.wait(FAULTY_MS);
  tempo.slowdown = SURGE_SLOWDOWN;
  await simulation.wait(SURGE_MS);
  tempo.slowdown = 1;
  chain.surge = 0n;
}

/** Now and then, a URL responds to nothing for a while. */
export async function keepHanging(
  { simulation, faults }: Environment,
  isCalm: () => boolean,
): Promise<void> {
  const { random } = simulation;
  const hanging = random.pick([0, 0, 0.3]);
  while (!isCalm()) {
    await simulation.wait(random.integer(5_000, 20_000));
    faults.hanging.clear();
    if (!isCalm() && random.chance(hanging)) {
      faults.hanging.add(random.integer(0, faults.backends.length - 1));
    }
  }
}

/** Now and then, a node takes what it gets and passes nothing on for a while; then all that it kept arrives. */
export async function keepCuttingOff(
  { simulation, faults, chain }: Environment,
  isCalm: () => boolean,
): Promise<void> {
  const { random } = simulation;
  const cutting = random.pick([0, 0, 0.3]);
  while (!isCalm()) {
    await simulation.wait(random.integer(5_000, 20_000));
    for (const kept of faults.cutOff.values()) {
      for (const transaction of kept.values()) chain.accept(transaction);
    }
    faults.cutOff.clear();
    if (!isCalm() && random.chance(cutting)) {
      faults.cutOff.set(random.integer(0, faults.backends.length - 1), new Map());
    }
  }
}

/** Another wallet of a user takes the native coin away, and returns it when the network is calm. */
export async function drain(environment: Environment, isCalm: () => boolean): Promise<void> {
  const { simulation, chain } = environment;
  await simulation.wait(simulation.random.integer(0, FAULTY_MS / 2));
  const userId = simulation.random.pick(USERS);
  const account = addressOfUser(userId);
  const key = balanceKey(account, 'native');
  const balance = chain.tip.balances.get(key) ?? 0n;
  const taken = balance - BigInt(simulation.random.integer(0, 21_000_000));
  sendFromElsewhere(environment, { userId, to: DRAIN, value: taken });
  for (let returned = 0n; ; ) {
    await simulation.wait(BLOCK_MS * environment.tempo.slowdown);
    const there = chain.tip.balances.get(balanceKey(DRAIN, 'native')) ?? 0n;
    if (!isCalm() || there <= returned) continue;
    chain.gifts.set(key, there - returned);
    returned = there;
  }
}

/** Whether the network behaves by now, and whether other wallets of the account also send. */
export interface MiningConditions {
  readonly isCalm: () => boolean;
  readonly others: 'interfere' | 'idle';
}

type MinedEnvironment = Pick<Environment, 'simulation' | 'chain' | 'signedBytes' | 'repository'>;

/** Mines blocks; until it is calm, transactions are forgotten, blocks reorganised, and other wallets interfere. */
export async function keepMining(
  environment: MinedEnvironment & Partial<Pick<Environment, 'tempo'>>,
  tally: { reorganisations: number },
  { isCalm, others }: MiningConditions,
): Promise<void> {
  const { simulation, chain } = environment;
  const { random } = simulation;
  const forgetful = random.pick([0, 0.1]);
  const reorganising = random.pick([0, 0.1, 0.25]);
  // Of the transactions in the blocks that are given up.
  const forgotten = random.pick([0.3, 0.9]);
  const interference = others === 'interfere' ? random.pick([0, 0.1, 0.3]) : 0;
  const lastInterference = new Date(simulation.now().getTime() + FAULTY_MS / 2);
  for (;;) {
    await simulation.wait(BLOCK_MS * (environment.tempo?.slowdown ?? 1));
    if (isCalm()) {
      chain.mine();
      continue;
    }
    for (const transaction of [...chain.pool.values()]) {
      const isOurs = transaction.from !== transaction.to || isCancellation(transaction);
      if (isOurs && random.chance(forgetful)) chain.pool.delete(transaction.hash);
    }
    // Other wallets stop early, so that a nonce gap they leave is seen to stay open.
    if (simulation.now() < lastInterference && random.chance(interference)) interfere(environment);
    if (random.chance(reorganising)) {
      tally.reorganisations += 1;
      chain.reorganise(random.integer(1, Math.min(3, Number(chain.finalDepth) - 1)), () =>
        random.chance(forgotten),
      );
    } else if (random.chance(0.8)) chain.mine();
  }
}

/** The user pays themself from another wallet with the same seed and takes the next nonce. */
function interfere(environment: MinedEnvironment): void {
  const userId = environment.simulation.random.pick(USERS);
  sendFromElsewhere(environment, { userId, to: addressOfUser(userId), value: 0n });
}

/** Another wallet has the key only if its user exported it. */
function sendFromElsewhere(
  { chain, signedBytes, repository }: Omit<MinedEnvironment, 'simulation'>,
  {
    userId,
    to,
    value,
  }: { readonly userId: string; readonly to: PublicAddress; readonly value: bigint },
): void {
  repository.exportedUsers.add(userId);
  const account = addressOfUser(userId);
  const { hash, raw } = signSimulated(signedBytes, account, {
    chainId: CHAIN_ID,
    nonce: chain.tip.nonces.get(account) ?? 0,
    to,
    value,
    data: '0x',
    gas: 10n,
    maxFeePerGas: 500n,
    maxPriorityFeePerGas: 1n,
  });
  const transaction = signedBytes.get(raw);
  if (transaction !== undefined && transaction.hash === hash) chain.accept(transaction);
}
