import { loadEnginePart } from '../engine-parts.ts';

interface CachePart {
  readonly ProofCache: { get(inputs: unknown): undefined; store(inputs: unknown): void };
}

/**
 * Keeps the engine of this process from remembering every proof with its private inputs until it ends. No two plans
 * are alike, so what it remembers is never of use.
 */
export function keepNoProofs(): void {
  const { ProofCache } = loadEnginePart<CachePart>('prover/proof-cache.js');
  ProofCache.get = () => undefined;
  ProofCache.store = () => undefined;
}
