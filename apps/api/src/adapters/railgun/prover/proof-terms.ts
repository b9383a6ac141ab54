import { AsyncLocalStorage } from 'node:async_hooks';
import type { ProofOrder } from '../../../ports/shielded-pool.ts';

/** What RAILGUN's software does not pass on to the prover. */
export type ProofTerms = Pick<ProofOrder, 'urgency' | 'signal'>;

const terms = new AsyncLocalStorage<ProofTerms>();

/** Does work whose proofs are made on these terms. Rejects when the signal says so. */
export async function proveOn<T>(given: ProofTerms, work: () => Promise<T>): Promise<T> {
  given.signal?.throwIfAborted();
  const response = await terms.run(given, work);
  given.signal?.throwIfAborted();
  return response;
}

/** @returns the terms of the work that calls this */
export function proofTerms(): ProofTerms {
  return terms.getStore() ?? { urgency: 'interactive' };
}
