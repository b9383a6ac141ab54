import { t } from '#language/t';

/** Into the pool or out of it. */
export type Direction = 'shield' | 'unshield';

/** The texts of each direction, from the specification: labels, placeholders (§9), fallbacks (§8). */
export const labelsByDirection = {
  shield: {
    title: t('Shield'),
    /** The balance that receives the money; sets the accent colour of the modal. */
    mode: 'private',
    leaves: { label: t('From public'), mode: 'public' },
    arrives: { label: t('To private'), mode: 'private' },
    feeName: t('Shield fee'),
    /** In cents of a US dollar, as the next one. */
    feePlaceholder: 280n,
    totalPlaceholder: 530n,
    fallback: t('Failed to shield tokens'),
  },
  unshield: {
    title: t('Unshield'),
    mode: 'public',
    leaves: { label: t('From private'), mode: 'private' },
    arrives: { label: t('To public, visible to anyone'), mode: 'public' },
    feeName: t('Unshield fee'),
    feePlaceholder: 320n,
    totalPlaceholder: 570n,
    fallback: t('Failed to unshield tokens'),
  },
} as const;

/** @returns what a button or a section is about, as in `Shield 250 USDC` */
export function moveText(direction: Direction, amount: string): string {
  return direction === 'shield'
    ? t('Shield {amount}', { amount })
    : t('Unshield {amount}', { amount });
}

/** Shown until there is an estimate (§9). */
export const DURATION_PLACEHOLDER = t('5-15 minutes');
