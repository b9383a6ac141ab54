import { createMakePrivateTransaction } from '../../modules/wallet/shielded/make-private-transaction.ts';
import type { PoolTransaction } from '../../ports/shielded-pool.ts';
import { refusalOfPrivateTransaction } from '../simulated-notes.ts';
import type { AlterPool, AlterSigning, PrivateServerPorts } from './owning.ts';
import { openSigned, openStored } from './plans.ts';
import { signSimulatedPlan } from './signatures.ts';

/** Takes signatures of a plan that expired, was cancelled or replaced. */
export const takeEndedPrivatePlans: AlterSigning = (take) => (ports) => {
  const { signingPlans } = ports;
  const altered: PrivateServerPorts = {
    ...endingNoPlan(ports),
    signingPlans: {
      ...signingPlans,
      async find(owner, operationId) {
        const plan = await signingPlans.find(owner, operationId);
        return plan && { ...plan, state: 'signed' };
      },
    },
  };
  return take(altered, createMakePrivateTransaction(altered));
};

/** Takes whatever was signed for what was planned. */
export const trustPrivateSignatures: AlterSigning = (take) => (ports, make) =>
  take({ ...ports, readPrivateSignatures: () => [] }, make);

/** Stores what was signed without ending its plan. */
export const endNoPrivatePlan: AlterSigning = (take) => (ports) =>
  take(ports, createMakePrivateTransaction(endingNoPlan(ports)));

function endingNoPlan(ports: PrivateServerPorts): PrivateServerPorts {
  const { privateTransactions } = ports;
  return {
    ...ports,
    privateTransactions: {
      ...privateTransactions,
      store: ({ takesPlan: _, ...request }) => privateTransactions.store(request),
    },
  };
}

/** Proves what was planned, whoever signed it. */
export const proveUnsigned: AlterPool = (pool) => ({
  ...pool,
  proveSigned({ stored }, order) {
    const { plan, publicKey } = openStored(stored);
    return pool.proveSigned({ stored, signatures: signSimulatedPlan(plan, publicKey) }, order);
  },
});

/** Proves with other notes when those that were signed are gone. */
export const chooseAgain: AlterPool = (pool, chain) => {
  const planned = new Map<string, PoolTransaction>();
  return {
    ...pool,
    async plan(transaction) {
      const outcome = await pool.plan(transaction);
      if (outcome.ok) planned.set(outcome.response.stored, transaction);
      return outcome;
    },
    async proveSigned(signed, order) {
      const transaction = planned.get(signed.stored);
      const isGone =
        refusalOfPrivateTransaction(chain.tip.balances, openSigned(signed).call) !== null;
      return transaction && isGone
        ? pool.prove(transaction, order)
        : pool.proveSigned(signed, order);
    },
  };
};
