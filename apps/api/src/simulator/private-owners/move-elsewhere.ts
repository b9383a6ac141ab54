import type { PublicAddress } from '#domain/address/address';
import { sendPoolCalls } from '../private-adversity.ts';
import { ownerOfUser, type PrivateEnvironment } from '../private-environment.ts';
import { noteName, notesOf } from '../simulated-notes.ts';
import type { SimulatedProof } from '../simulated-pool-calls.ts';
import { publicInputsOf } from './plans.ts';
import { nameOfPart } from './signatures.ts';

/** Owners have their keys in another wallet too, which moves their notes to themselves: plans may have chosen them. */
export async function keepMovingElsewhere(
  environment: PrivateEnvironment,
  tally: { movedElsewhere: number },
  { isCalm, chance }: { readonly isCalm: () => boolean; readonly chance: number },
): Promise<void> {
  const { simulation, chain, owning } = environment;
  const { random } = simulation;
  while (chance > 0 && !isCalm()) {
    await simulation.wait(random.integer(1_000, 10_000));
    for (const userId of owning.users) {
      const owner = ownerOfUser(userId);
      const [smallest] = notesOf(chain.tip.balances, owner).toReversed();
      if (smallest === undefined || !random.chance(chance)) continue;
      environment.noteCount += 1;
      const proof: SimulatedProof = {
        spent: [smallest.name],
        made: [
          { name: noteName(owner, environment.noteCount), amount: smallest.amount.toString() },
        ],
        ...{ paid: null, boundTo: null },
      };
      owning.signedParts.add(nameOfPart(publicInputsOf(proof)));
      tally.movedElsewhere += 1;
      const account = `0x${tally.movedElsewhere.toString(16).padStart(40, 'd')}` as PublicAddress;
      void sendPoolCalls(environment, account, [[proof]]);
    }
  }
}
