import type { BroadcastOutcome } from '../../ports/public-chain.ts';

/**
 * What nodes write when they refuse signed bytes, by what it proves. Geth, bor, erigon, nethermind, reth, besu,
 * avalanchego and anvil; the order matters, since some texts contain the words of another.
 */
const PATTERNS: readonly (readonly [RegExp, Exclude<BroadcastOutcome['kind'], 'unknown'>])[] = [
  [/already ?known|already imported|known transaction|already exists/i, 'already-known'],
  [/nonce (?:is )?too low|oldnonce|nonce has already been used/i, 'nonce-too-low'],
  [
    /underpriced|fee ?too ?low|gas price too low|below (?:the )?(?:block )?base fee/i,
    'underpriced',
  ],
  [/less than (?:the )?block base fee|price below minimum|tip cap/i, 'underpriced'],
  [/exceeds the configured cap|fee cap exceeded/i, 'fee-above-cap'],
  [/insufficient ?(?:funds|balance)|upfront cost exceeds/i, 'insufficient-funds'],
];

/** @returns what a node's error text proves; `unknown` with the text when it proves nothing. */
export function outcomeOfRefusal(text: string): BroadcastOutcome {
  const found = PATTERNS.find(([pattern]) => pattern.test(text));
  return found === undefined ? { kind: 'unknown', reason: text } : { kind: found[1] };
}

/** The strongest first. An `unknown` outweighs a refusal: that node may have taken the transaction. */
const STRENGTH = [
  'accepted',
  'already-known',
  'nonce-too-low',
  'unknown',
  'underpriced',
  'fee-above-cap',
  'insufficient-funds',
] as const satisfies readonly BroadcastOutcome['kind'][];

/** @returns what the responses of several nodes to the same bytes mean together. */
export function strongestOutcome(outcomes: readonly BroadcastOutcome[]): BroadcastOutcome {
  for (const kind of STRENGTH) {
    const found = outcomes.find((outcome) => outcome.kind === kind);
    if (found !== undefined) return found;
  }
  return { kind: 'unknown', reason: 'No node was called.' };
}
