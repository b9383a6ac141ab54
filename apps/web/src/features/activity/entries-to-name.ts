import type { ActivityEntry } from './entry.ts';

/**
 * Whose name to offer to add: once for each address, on its newest entry with nothing else to say.
 * @returns the ids of the entries
 */
export function entriesToName(
  entries: readonly ActivityEntry[],
  notes: ReadonlyMap<string, string> | undefined,
): ReadonlySet<string> {
  const idByAddress = new Map<string, string>();
  for (const { id, counterparty, message, failure } of entries) {
    if (counterparty === null || message !== null || failure !== null || notes?.has(id)) continue;
    const address = counterparty.address.toLowerCase();
    if (!idByAddress.has(address)) idByAddress.set(address, id);
  }
  return new Set(idByAddress.values());
}
