import { isSameAddress } from '#domain/address/parse-public-address';
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
    title: 'Payment',
    noun: 'payment',
    doing: 'Sending',
    amountLabel: 'You send',
    end: 'final',
    mode: 'public',
    isCrossing: false,
  },
  shield: {
    title: 'Shield',
    noun: 'shield',
    doing: 'Shielding',
    amountLabel: 'You shield',
    end: 'confirmed',
    mode: 'private',
    isCrossing: true,
  },
  unshield: {
    title: 'Unshield',
    noun: 'unshield',
    doing: 'Unshielding',
    amountLabel: 'You unshield',
    end: 'confirmed',
    mode: 'public',
    isCrossing: true,
  },
  swap: {
    title: 'Swap',
    noun: 'swap',
    doing: 'Swapping',
    amountLabel: 'You swap',
    end: 'confirmed',
    mode: 'public',
    isCrossing: false,
  },
  'internal-transfer': {
    title: 'Internal Transfer',
    noun: 'internal transfer',
    doing: 'Transferring',
    amountLabel: 'You transfer',
    end: 'confirmed',
    mode: 'private',
    isCrossing: false,
  },
};

/** What comes out of the wallet of a payment by link: an operation of whoever gets it. */
const RECEIVED = {
  title: 'Payment to you',
  noun: 'payment to you',
  doing: 'Receiving',
  amountLabel: 'You receive',
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
