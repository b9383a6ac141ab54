import { isSameAddress } from '#domain/address/parse-public-address';
import { t } from '#language/t';
import type { OperationView } from '#wire/wallet/operation';

/** Names an operation in a message, as in `{operation, select, swap {swap} other {payment}}`. */
type OperationWord = 'payment' | 'shield' | 'unshield' | 'swap' | 'transfer' | 'incoming';

export interface OperationLabels {
  /** The title, as in `Internal Transfer`. */
  readonly title: string;
  /** What messages choose their words by. */
  readonly operation: OperationWord;
  /** The label above the amount. */
  readonly amountLabel: string;
  /** What messages choose the word for its end by. */
  readonly end: 'final' | 'confirmed';
  /** The balance that receives the money. */
  readonly mode: 'public' | 'private';
  /** The money moves between the two balances. */
  readonly isCrossing: boolean;
}

/** The labels of each kind of operation. */
export const LABELS_BY_KIND: Readonly<Record<OperationView['kind'], OperationLabels>> = {
  send: {
    title: t('Payment'),
    operation: 'payment',
    amountLabel: t('You send'),
    end: 'final',
    mode: 'public',
    isCrossing: false,
  },
  shield: {
    title: t('Shield'),
    operation: 'shield',
    amountLabel: t('You shield'),
    end: 'confirmed',
    mode: 'private',
    isCrossing: true,
  },
  unshield: {
    title: t('Unshield'),
    operation: 'unshield',
    amountLabel: t('You unshield'),
    end: 'confirmed',
    mode: 'public',
    isCrossing: true,
  },
  swap: {
    title: t('Swap'),
    operation: 'swap',
    amountLabel: t('You swap'),
    end: 'confirmed',
    mode: 'public',
    isCrossing: false,
  },
  'internal-transfer': {
    title: t('Internal Transfer'),
    operation: 'transfer',
    amountLabel: t('You transfer'),
    end: 'confirmed',
    mode: 'private',
    isCrossing: false,
  },
};

/** What comes out of the wallet of a payment by link: an operation of whoever gets it. */
const RECEIVED = {
  title: t('Payment to you'),
  operation: 'incoming',
  amountLabel: t('You receive'),
} as const;

/** @returns the labels of an operation, which can bring the user money that waited for them */
export function labelsOf(
  operation: OperationView,
  ownAddresses: readonly string[],
): OperationLabels {
  const labels = LABELS_BY_KIND[operation.kind];
  return isReceived(operation, ownAddresses) ? { ...labels, ...RECEIVED } : labels;
}

/** @returns whether an operation brings the user what was claimed, or came back, from the wallet of a payment by link */
export function isReceived(
  { kind, from, to }: Pick<OperationView, 'kind' | 'from' | 'to'>,
  ownAddresses: readonly string[],
): boolean {
  const isOwn = (address: string) => ownAddresses.some((own) => isSameAddress(own, address));
  return (kind === 'send' || kind === 'internal-transfer') && isOwn(to) && !isOwn(from);
}
