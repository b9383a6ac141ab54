import type { PublicAddress } from '#domain/address/address';
import { isSent } from '#domain/operation/operation';
import { balanceKey } from './balance-key.ts';
import type { PrivateEnvironment } from './private-environment.ts';
import { CHAIN_ID, signSimulated } from './simulated-node.ts';
import {
  decodePrivateTransaction,
  encodePrivateTransaction,
  PRIVATE_TRANSACTION_CONTRACT,
  type SimulatedPrivateTransaction,
} from './simulated-pool-calls.ts';

const GAS = 10n;
const PRICE = 500n;
const FUNDS = 100_000n;
/** Between two proofs that are sent alone. */
const PAUSE_MS = 5_000;

/**
 * Someone watches the network, and sends the content of some private payments from accounts of their own, while no
 * block has the payment: all of it, or some of its proofs alone.
 */
export async function keepCopying(
  environment: PrivateEnvironment,
  tally: { copies: number },
  copying: number | undefined,
): Promise<never> {
  const { simulation, chain, tempo } = environment;
  const { random } = simulation;
  const usual = random.pick([0, 0.5, 1]);
  const chance = copying ?? usual;
  const partsChance = random.pick([0, 0.5, 1]);
  const seen = new Set<string>();
  for (;;) {
    await simulation.wait(random.integer(50, 500) * tempo.slowdown);
    for (const { to, data } of [...chain.pool.values()]) {
      if (to !== PRIVATE_TRANSACTION_CONTRACT || seen.has(data)) continue;
      seen.add(data);
      if (!random.chance(chance)) continue;
      tally.copies += 1;
      const account = `0x${tally.copies.toString(16).padStart(40, '7')}` as PublicAddress;
      const proofs = decodePrivateTransaction(data);
      const calls = random.chance(partsChance) ? chooseParts(environment, proofs) : [proofs];
      for (const call of calls) seen.add(encodePrivateTransaction(call));
      void sendPoolCalls(environment, account, calls);
    }
  }
}

/** Each in a call of its own. */
function chooseParts(
  { simulation: { random } }: PrivateEnvironment,
  proofs: SimulatedPrivateTransaction,
): readonly SimulatedPrivateTransaction[] {
  return proofs.filter(() => random.chance(0.6)).map((proof) => [proof]);
}

/** Sends calls of the pool from an account that has the money for it, one after the other. */
export async function sendPoolCalls(
  { simulation, chain, signedBytes }: PrivateEnvironment,
  account: PublicAddress,
  calls: readonly SimulatedPrivateTransaction[],
): Promise<void> {
  chain.gifts.set(balanceKey(account, 'native'), FUNDS);
  for (const [nonce, call] of calls.entries()) {
    if (nonce > 0) await simulation.wait(simulation.random.integer(0, PAUSE_MS));
    const data = encodePrivateTransaction(call);
    const { raw } = signSimulated(signedBytes, account, {
      ...{ chainId: CHAIN_ID, nonce, to: PRIVATE_TRANSACTION_CONTRACT, value: 0n, data, gas: GAS },
      ...{ maxFeePerGas: PRICE, maxPriorityFeePerGas: 1n },
    });
    const copy = signedBytes.get(raw);
    if (copy !== undefined) chain.accept(copy);
  }
}

/** An operator cancels some private payments that no block has. */
export async function keepCancelling(
  { simulation, repository, repositoryOf }: PrivateEnvironment,
  isCalm: () => boolean,
): Promise<void> {
  const { random } = simulation;
  const { operations } = repositoryOf({ name: 'operator', isDead: false });
  const chance = random.pick([0, 0.1, 0.5, 0.5]);
  while (!isCalm()) {
    await simulation.wait(random.integer(100, 1_000));
    const sent = [...repository.entries.values()].map(({ operation }) => operation).filter(isSent);
    for (const { id: operationId } of sent) {
      if (!random.chance(chance)) continue;
      const now = simulation.now();
      const event = { type: 'cancellation-requested', reason: 'operator', at: now } as const;
      await operations.request({ userId: null, operationId, event, now }).catch(() => false);
    }
  }
}
