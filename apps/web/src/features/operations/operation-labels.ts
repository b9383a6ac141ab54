import { isSameAddress } from '#domain/address/parse-public-address';
import { t } from '#language/t';
import type { OperationView } from '#wire/wallet/operation';

export interface OperationLabels {
  /** The title, as in `Internal Transfer`. */
  readonly title: string;
  /** For use inside a sentence, as in `Your payment of 25 USDC …`. */
  readonly noun: string;
  /** The verb in progress, followed by an amount. */
  readonly doing: string;
  /** The label above the amount. */
  readonly amountLabel: string;
  /** The label once the operation is final. */
  readonly end: string;
  /** The balance that receives the money. */
  readonly mode: 'public' | 'private';
  /** The money moves between the two balances. */
  readonly isCrossing: boolean;
}

/** The labels of each kind of operation. */
export const LABELS_BY_KIND: Readonly<Record<OperationView['kind'], OperationLabels>> = {
  send: {
    title: t('Payment'),
    noun: 'payment',
    doing: t('Sending'),
    amountLabel: t('You send'),
    end: 'final',
    mode: 'public',
    isCrossing: false,
  },
  shield: {
    title: t('Shield'),
    noun: 'shield',
    doing: t('Shielding'),
    amountLabel: t('You shield'),
    end: 'confirmed',
    mode: 'private',
    isCrossing: true,
  },
  unshield: {
    title: t('Unshield'),
    noun: 'unshield',
    doing: t('Unshielding'),
    amountLabel: t('You unshield'),
    end: 'confirmed',
    mode: 'public',
    isCrossing: true,
  },
  swap: {
    title: t('Swap'),
    noun: 'swap',
    doing: t('Swapping'),
    amountLabel: t('You swap'),
    end: 'confirmed',
    mode: 'public',
    isCrossing: false,
  },
  'internal-transfer': {
    title: t('Internal Transfer'),
    noun: 'internal transfer',
    doing: t('Transferring'),
    amountLabel: t('You transfer'),
    end: 'confirmed',
    mode: 'private',
    isCrossing: false,
  },
};

/** What comes out of the wallet of a payment by link: an operation of whoever gets it. */
const RECEIVED = {
  title: t('Payment to you'),
  noun: 'payment to you',
  doing: t('Receiving'),
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
