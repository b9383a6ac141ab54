import { keepsClaim } from '#domain/claim/claim-state';
import type { MemoryRepository } from './memory-repository.ts';

interface ClaimEnd {
  readonly endsClaim?: string;
  readonly details: { readonly id: string };
}

/** Part of storing an operation. @returns false where it ends a claim that another one ends or has ended */
export function endClaim(repository: MemoryRepository, { endsClaim, details }: ClaimEnd): boolean {
  if (endsClaim === undefined) return true;
  const { claimEnds, entries } = repository;
  const last = claimEnds.get(endsClaim);
  if (last === undefined) return false;
  const status = last === null ? 'failed' : (entries.get(last)?.operation.status ?? 'created');
  if (keepsClaim(status)) return false;
  claimEnds.set(endsClaim, details.id);
  return true;
}
