import { countedAddresses } from './client-address.ts';
import { createMemoryQuotas } from './memory-quotas.ts';

const readsInAMinute = { most: 64, windowMs: 60_000 };

/** Counts a link that an address opens. @returns 0, or the seconds to wait for its first counter that is used up */
export type TakeLinkRead = (ip: string, now: Date) => number;

/** @returns what counts them in the memory of the process */
export function createLinkReads(): TakeLinkRead {
  const quotas = createMemoryQuotas();
  return (ip, now) => {
    const counters = countedAddresses(ip).map(({ network, times }) => ({
      network,
      rule: { ...readsInAMinute, most: readsInAMinute.most * times },
    }));
    const waits = counters.map(({ network, rule }) => quotas.wait(network, rule, now));
    const wait = Math.max(...waits);
    if (wait === 0) for (const { network, rule } of counters) quotas.count(network, rule, now);
    return wait;
  };
}
