import type { OperationView } from '#wire/wallet/operation';

interface OperationLabels {
  /** As a title, as in `Internal Transfer`. */
  readonly title: string;
  /** In the middle of a sentence, as in `Your payment of 25 USDC …`. */
  readonly noun: string;
  /** What is going on, before an amount. */
  readonly doing: string;
  /** What is above the amount. */
  readonly youDo: string;
  /** What it is once nothing can change it any more. */
  readonly end: string;
  /** The balance that the money ends up in. */
  readonly mode: 'public' | 'private';
  /** It leaves one balance for the other. */
  readonly isCrossing: boolean;
}

/** The labels of each kind of operation. */
export const LABELS_BY_KIND: Readonly<Record<OperationView['kind'], OperationLabels>> = {
  send: {
    title: 'Payment',
    noun: 'payment',
    doing: 'Sending',
    youDo: 'You send',
    end: 'final',
    mode: 'public',
    isCrossing: false,
  },
  shield: {
    title: 'Shield',
    noun: 'shield',
    doing: 'Shielding',
    youDo: 'You shield',
    end: 'confirmed',
    mode: 'private',
    isCrossing: true,
  },
  unshield: {
    title: 'Unshield',
    noun: 'unshield',
    doing: 'Unshielding',
    youDo: 'You unshield',
    end: 'confirmed',
    mode: 'public',
    isCrossing: true,
  },
  swap: {
    title: 'Swap',
    noun: 'swap',
    doing: 'Swapping',
    youDo: 'You swap',
    end: 'confirmed',
    mode: 'public',
    isCrossing: false,
  },
  'internal-transfer': {
    title: 'Internal Transfer',
    noun: 'internal transfer',
    doing: 'Transferring',
    youDo: 'You transfer',
    end: 'confirmed',
    mode: 'private',
    isCrossing: false,
  },
};
