import { isWithoutEffect } from '#domain/operation/outcome';
import type { PrivateEnvironment } from './private-environment.ts';

/** Checks at every change that no note is to be spent by two operations that were executed or still can be. */
export function watchNotes({ repository, store }: PrivateEnvironment): ReadonlySet<string> {
  const errors = new Set<string>();
  const set = repository.entries.set.bind(repository.entries);
  repository.entries.set = (id, entry) => {
    const entries = set(id, entry);
    const spenders = new Map<string, string>();
    for (const [spender, { proved }] of store.rows) {
      const operation = repository.entries.get(spender)?.operation;
      if (operation === undefined || isWithoutEffect(operation)) continue;
      for (const nullifier of proved?.nullifiers ?? []) {
        const other = spenders.get(nullifier);
        if (other !== undefined) errors.add(`${other} and ${spender} both spend ${nullifier}`);
        spenders.set(nullifier, spender);
      }
    }
    return entries;
  };
  return errors;
}
