import type { ReactNode } from 'react';
import { t } from '#language/t';
import { rich } from '../../../ui/rich.tsx';
import type { ActivityEntry } from '../entry.ts';
import type { EntryKind } from '../entry-kind.ts';

interface Titled {
  readonly entry: ActivityEntry;
  /** What the user calls the other side, or its short address; null when no one is known. */
  readonly name: string | null;
  /** The amount that was requested, as in `250 USDC`; only the symbol while figures are hidden. */
  readonly amount: string;
  readonly isCancelled: boolean;
}

/** @returns what the user did or received, in words; a name in it may be written in another direction */
export function entryTitle({ entry, name, amount, isCancelled }: Titled): ReactNode {
  const { kind, status } = entry;
  if (kind === 'swap') return swapTitle(entry);
  if (kind === 'sent') return sentTitle({ status, name, amount, isCancelled });
  if (kind === 'received') return receivedTitle({ status, name, amount });
  if (isCancelled) {
    return kind === 'made-private'
      ? t('You cancelled making {amount} private', { amount })
      : t('You cancelled making {amount} public', { amount });
  }
  return titles[kind](amount)[entry.isInProgress ? 'pending' : status];
}

type Titles = Readonly<Record<ActivityEntry['status'], string>>;

const titles: Readonly<
  Record<Exclude<EntryKind, 'sent' | 'received' | 'swap'>, (amount: string) => Titles>
> = {
  'made-private': (amount) => ({
    pending: t('Making {amount} private', { amount }),
    success: t('You made {amount} private', { amount }),
    failed: t('Making {amount} private didn’t work', { amount }),
  }),
  'made-public': (amount) => ({
    pending: t('Making {amount} public', { amount }),
    success: t('You made {amount} public', { amount }),
    failed: t('Making {amount} public didn’t work', { amount }),
  }),
  buy: (amount) => ({
    pending: t('Buying {amount}', { amount }),
    success: t('You bought {amount}', { amount }),
    failed: t('Your purchase wasn’t completed'),
  }),
  sell: (amount) => ({
    pending: t('Selling {amount}', { amount }),
    success: t('You sold {amount}', { amount }),
    failed: t('Your sale wasn’t completed'),
  }),
  'sale-returned': (amount) => always(t('{amount} came back from a sale', { amount })),
  approval: (amount) => always(t('Approval of {amount}', { amount })),
  'nonce-fill': () => always(t('Account cleared for waiting payments')),
  other: () => always(t('Other transaction')),
};

function always(title: string): Titles {
  return { pending: title, success: title, failed: title };
}

/** Around a name. */
export function bdi(inside: ReactNode): ReactNode {
  return <bdi>{inside}</bdi>;
}

function sentTitle({
  status,
  name,
  amount,
  isCancelled,
}: Omit<Titled, 'entry'> & Pick<ActivityEntry, 'status'>): ReactNode {
  if (isCancelled) {
    return name === null
      ? t('You cancelled a payment')
      : rich('You cancelled a payment to <bdi>{name}</bdi>', { name, bdi });
  }
  if (status === 'failed') {
    return name === null
      ? t('Your payment didn’t go through')
      : rich('Your payment to <bdi>{name}</bdi> didn’t go through', { name, bdi });
  }
  if (status === 'pending') {
    return name === null
      ? t('Sending {amount}', { amount })
      : rich('Sending <bdi>{name}</bdi> {amount}', { name, amount, bdi });
  }
  return name === null
    ? t('You sent {amount}', { amount })
    : rich('You sent <bdi>{name}</bdi> {amount}', { name, amount, bdi });
}

function receivedTitle({
  status,
  name,
  amount,
}: Pick<Titled, 'name' | 'amount'> & Pick<ActivityEntry, 'status'>): ReactNode {
  if (status === 'pending') {
    return name === null
      ? t('Receiving {amount}', { amount })
      : rich('<bdi>{name}</bdi> is sending you {amount}', { name, amount, bdi });
  }
  return name === null
    ? t('You received {amount}', { amount })
    : rich('<bdi>{name}</bdi> sent you {amount}', { name, amount, bdi });
}

function swapTitle(entry: ActivityEntry): string {
  const sides = swapSides(entry);
  return sides === null ? t('Swap') : t('Swap {sold} to {bought}', sides);
}

/** @returns the symbols of both coins of a swap; null while one of them isn’t known */
export function swapSides({ amount, second, swap }: ActivityEntry) {
  const sold = swap?.swaps[0]?.from.symbol ?? second?.token;
  const bought = swap?.swaps.at(-1)?.to.symbol ?? amount.token;
  return sold === undefined || sold === bought ? null : { sold, bought };
}
