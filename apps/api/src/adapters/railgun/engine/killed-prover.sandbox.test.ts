import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Hex, parseUnits } from 'viem';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { hasCompiler } from '../prover/proving-keys.test-setup.ts';
import { GAS_PRICE, type Journey, startJourney, type User } from './pool-journey.test-setup.ts';
import type { ProvedTransaction } from './prove-planned.ts';

/** PROVER_KILLS=100 is the full run. */
const KILLS = Number(process.env.PROVER_KILLS ?? 6);
const LONGEST_PROOF_MS = 150;
const LOOK_EVERY_MS = 5;
const GIVES_UP_AFTER_MS = 10_000;

describe.skipIf(!hasCompiler() || process.platform !== 'linux')('a prover that is killed', () => {
  let journey: Journey;
  let alice: User;
  let bob: User;
  beforeAll(async () => {
    journey = await startJourney();
    alice = await journey.addUser();
    bob = await journey.addUser();
    for (const user of [alice, bob]) {
      await journey.shield(user, [parseUnits('100', 18)]);
      // Two scans that find something can't run at once.
      await journey.balance(user, journey.bench.token);
    }
    const isNative = () => expect(journey.engine.prover.kind()).toBe('native');
    await vi.waitFor(isNative, { timeout: 300_000 });
  }, 600_000);
  afterAll(() => journey?.stop());

  it(`in the middle of a proof, ${KILLS} times, makes it again, while another proves on`, async () => {
    for (let kill = 0; kill < KILLS; kill += 1) {
      const proofs = [pay(alice, bob), pay(bob, alice)];
      await sleep((kill * 37) % LONGEST_PROOF_MS);
      process.kill(await provingProgram(), 'SIGKILL');
      for (const proof of await Promise.all(proofs)) await expectPaying(proof);
      expect(journey.engine.prover.kind()).toBe('native');
    }
  });

  it('twice in the same proof has it made by snarkjs', async () => {
    const proof = pay(alice, bob);
    let isMade = false;
    const made = proof.finally(() => {
      isMade = true;
    });
    // Two are not always enough: the second may not have begun.
    while (!isMade && journey.engine.prover.kind() === 'native') {
      const [program] = await programs();
      if (program !== undefined) killIfAlive(program);
      await sleep(LOOK_EVERY_MS);
    }
    await expectPaying(await made);
    expect(journey.engine.prover.kind()).toBe('snarkjs');
    await expectPaying(await pay(bob, alice));
  });

  async function pay(from: User, to: User) {
    return journey.prove(from, {
      ...{ kind: 'transfer', recipient: to.privateAddress, token: journey.bench.token },
      ...{ amount: parseUnits('1', 18), showSender: false },
    });
  }

  /** The contract checks the proof, and nothing is spent. */
  async function expectPaying({ to, data }: ProvedTransaction) {
    const sent = { to: to as Hex, data: data as Hex };
    const call = { account: journey.broadcaster, ...sent, gasPrice: GAS_PRICE };
    await expect(journey.bench.client.call(call)).resolves.toBeDefined();
  }
});

/** One that was just listed may have ended by itself. */
function killIfAlive(id: number): void {
  try {
    process.kill(id, 'SIGKILL');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

/** @returns the process id of one that makes a proof at this moment */
async function provingProgram(): Promise<number> {
  for (let waited = 0; waited < GIVES_UP_AFTER_MS; waited += LOOK_EVERY_MS) {
    for (const id of await programs()) {
      const status = await readFile(`/proc/${id}/stat`, 'utf8').catch(() => '');
      if (/\) R /.test(status)) return id;
    }
    await sleep(LOOK_EVERY_MS);
  }
  throw new Error('No program makes a proof.');
}

/** @returns the process ids of the programs with a key that this process started; the one without tries notes */
async function programs(): Promise<readonly number[]> {
  const tasks = await readdir('/proc/self/task');
  const children = await Promise.all(
    tasks.map((task) => readFile(`/proc/self/task/${task}/children`, 'utf8').catch(() => '')),
  );
  const ids = children.join(' ').split(' ').filter(Boolean).map(Number);
  const commands = await Promise.all(
    ids.map((id) => readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '')),
  );
  return ids.filter((_id, index) => commands[index]?.includes('zkey'));
}
