import { t } from '#language/t';
import type { Payment } from './find-payment.ts';
import type { ReceiptChoices } from './use-receipt-choices.ts';

/**
 * What whoever gets a private receipt learns from it. Sharing can't be undone, so this is read before it is made.
 * @returns one sentence
 */
export function disclosureOf(
  { isUnshield, isSent, otherAddress, message }: Payment,
  { showsMessage }: Pick<ReceiptChoices, 'showsMessage'>,
): string {
  if (isUnshield) {
    return t(
      'Whoever gets this receipt will always know that this payment came from your private address.',
    );
  }
  const addresses = !isSent && otherAddress === null ? 'own' : 'both';
  return showsMessage && message !== null
    ? t(
        'Whoever gets this receipt will always know {addresses, select, own {your private address} other {both private addresses}}, the amount, the time and the message.',
        { addresses },
      )
    : t(
        'Whoever gets this receipt will always know {addresses, select, own {your private address} other {both private addresses}}, the amount and the time.',
        { addresses },
      );
}
