import type { FailureReason } from '#domain/operation/operation';
import { isOurs } from '../memory-private-rows.ts';
import type { Entry } from '../memory-repository.ts';
import { ownerOfUser, type PrivateEnvironment } from '../private-environment.ts';
import type { SimulatedBlock } from '../simulated-chain.ts';
import { ownerOfNote } from '../simulated-notes.ts';
import { decodePrivateTransaction, PRIVATE_TRANSACTION_CONTRACT } from '../simulated-pool-calls.ts';
import { publicInputsOf } from './plans.ts';
import { nameOfPart } from './signatures.ts';

/** How payments of owners went. */
export interface OwnersJudgement {
  /** What moved of an owner without their signature, and payments whose plan they didn't sign. */
  readonly ownerErrors: readonly string[];
  /** Plans, by what became of them; `paid` are signed ones that a block has. */
  readonly plans: Readonly<
    Record<'signed' | 'paid' | 'cancelled' | 'replaced' | 'expired', number>
  >;
}

/** Compares what moved of owners with what they signed. */
export function judgeOwners(environment: PrivateEnvironment): OwnersJudgement {
  const { repository, simulation } = environment;
  const { signingPlans, entries } = repository;
  const stateCount = (wanted: string) =>
    [...signingPlans.values()].filter(({ state }) => state === wanted).length;
  const now = simulation.now();
  const plans = [...signingPlans.values()];
  return {
    ownerErrors: [...unsignedMoves(environment), ...unsignedPayments(environment)],
    plans: {
      signed: stateCount('signed'),
      paid: plans.filter(({ details }) => entries.get(details.id)?.operation.status === 'confirmed')
        .length,
      cancelled: stateCount('cancelled'),
      replaced: stateCount('replaced'),
      expired: plans.filter(({ state, expiresAt }) => state === 'waiting' && expiresAt <= now)
        .length,
    },
  };
}

/** @returns the proofs in blocks that spend notes of an owner, and that no owner signed */
function unsignedMoves({ chain, owning }: PrivateEnvironment): readonly string[] {
  const theirs = new Set<string>([...owning.users].map(ownerOfUser));
  const found: string[] = [];
  for (let block: SimulatedBlock | null = chain.tip; block !== null; block = block.parent) {
    for (const { transaction, isSuccess } of block.receipts) {
      if (!isSuccess || transaction.to !== PRIVATE_TRANSACTION_CONTRACT) continue;
      for (const proof of decodePrivateTransaction(transaction.data)) {
        const ofOwner = proof.spent.filter((name) => theirs.has(ownerOfNote(name)));
        if (ofOwner.length === 0 || owning.signedParts.has(nameOfPart(publicInputsOf(proof))))
          continue;
        found.push(`${ofOwner.join()} moved, and no owner signed that`);
      }
    }
  }
  return found;
}

/**
 * One that a failover may have lost is stored unsigned, to be looked for: it ends without money, or with what was found.
 * @returns the other stored payments of owners that are of no plan that is signed
 */
function unsignedPayments({ store, owning, repository }: PrivateEnvironment): readonly string[] {
  const signed = new Set(
    [...repository.signingPlans.values()]
      .filter(({ state }) => state === 'signed')
      .map(({ details }) => details.id),
  );
  return [...store.rows.values()]
    .filter(
      ({ request: { details } }) => owning.users.has(details.userId) && !signed.has(details.id),
    )
    .filter((row) => !row.isFound && !endedUnpaid(repository.entries.get(row.request.details.id)))
    .map((row) => {
      const { id } = row.request.details;
      return `${id} was stored, and its owner signed ${isOurs(row) ? 'nothing' : 'no plan'}`;
    });
}

function endedUnpaid(entry: Entry | undefined): boolean {
  const operation = entry?.operation;
  return operation?.status === 'failed' && UNPAID.includes(operation.reason);
}

const UNPAID: readonly FailureReason[] = ['not-enough-funds', 'cancelled', 'expired', 'frozen'];
