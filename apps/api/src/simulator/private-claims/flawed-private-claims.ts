import { toBaseUnits } from '#domain/amount/base-units';
import type { PrivateTransactionRequest } from '../../ports/private-transactions.ts';
import { worthOf } from '../choose-notes.ts';
import { ownerOfUser } from '../private-environment.ts';
import { notesOf } from '../simulated-notes.ts';
import {
  type AlterStore,
  type PrivateClaimEnvironment,
  senderOfPrivateWallet,
} from './private-claim-environment.ts';
import type { AlterPrivateClaimPorts } from './private-claim-ports.ts';

/** Ends a claim that was free when its state was read, and notes that apart from storing the operation. */
export const endBesides: AlterStore = (privateTransactions, { repository }) => ({
  ...privateTransactions,
  async store({ endsClaim, ...request }) {
    const outcome = await privateTransactions.store(request);
    if (outcome.kind === 'stored' && endsClaim !== undefined) {
      // Statements of its own, at each of which the process may die.
      for (let left = 5; left > 0; left -= 1) await privateTransactions.waiting();
      repository.claimEnds.set(endsClaim, outcome.operation.id);
    }
    return outcome;
  },
});

/** Ends what it can't open, as if nothing of it could be on the network. */
export const failLocked: AlterStore = (privateTransactions, { simulation }) => ({
  ...privateTransactions,
  lock: (job) =>
    job.terms.spender === null
      ? privateTransactions.lock(job)
      : privateTransactions.fail(job, 'would-revert', simulation.now()),
});

/** Pays a recipient all that is in the wallet. */
export const payEverything: AlterStore = (privateTransactions, environment) => ({
  ...privateTransactions,
  store: (request) => privateTransactions.store(withEverything(request, environment)),
});

function withEverything(
  request: PrivateTransactionRequest,
  { chain }: PrivateClaimEnvironment,
): PrivateTransactionRequest {
  const { terms, details } = request;
  const wallet = terms.spender?.address ?? '';
  const sender = senderOfPrivateWallet(wallet);
  if (sender === null || terms.recipient === ownerOfUser(sender)) return request;
  const held = worthOf(notesOf(chain.tip.balances, wallet));
  const fee = details.pool?.broadcasterFee ?? 0n;
  if (held < terms.amount + fee) return request;
  const amount = toBaseUnits(held - fee);
  return { ...request, terms: { ...terms, amount }, details: { ...details, amount } };
}

/** Gives a claim the first number without a row, whatever its sender paid before. */
export const overlookHistory: AlterPrivateClaimPorts = (ports) => ({
  ...ports,
  views: { ...ports.views, readHistory: async () => [] },
});
