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
  const facts = isUnshield
    ? ['that this payment came from your private address']
    : [
        !isSent && otherAddress === null ? 'your private address' : 'both private addresses',
        'the amount',
        'the time',
        ...(showsMessage && message !== null ? ['the message'] : []),
      ];
  return t('Whoever gets this receipt will always know {list}.', { list: listOf(facts) });
}

function listOf(facts: readonly string[]): string {
  if (facts.length < 2) return facts.join('');
  return `${facts.slice(0, -1).join(', ')} and ${facts.at(-1)}`;
}
