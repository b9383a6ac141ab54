/** Into the pool or out of it. */
export type Direction = 'shield' | 'unshield';

/** The texts of each direction, from the specification: labels, placeholders (§9), fallbacks (§8). */
export const labelsByDirection = {
  shield: {
    title: 'Shield',
    /** The balance that receives the money; sets the accent colour of the modal. */
    mode: 'private',
    leaves: { label: 'From public', mode: 'public' },
    arrives: { label: 'To private', mode: 'private' },
    feeName: 'Shield fee',
    feePlaceholder: 'about $2.80',
    totalPlaceholder: 'about $5.30',
    fallback: 'Failed to shield tokens',
    busy: 'Shielding',
  },
  unshield: {
    title: 'Unshield',
    mode: 'public',
    leaves: { label: 'From private', mode: 'private' },
    arrives: { label: 'To public, visible to anyone', mode: 'public' },
    feeName: 'Unshield fee',
    feePlaceholder: 'about $3.20',
    totalPlaceholder: 'about $5.70',
    fallback: 'Failed to unshield tokens',
    busy: 'Unshielding',
  },
} as const;

/** Shown until there is an estimate (§9). */
export const DURATION_PLACEHOLDER = '5-15 minutes';
