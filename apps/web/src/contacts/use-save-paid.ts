import { useQueryClient } from '@tanstack/react-query';
import { t } from '#language/t';
import { showToast } from '../state/toast.ts';
import { addContact } from './api/change-contacts.ts';
import { CONTACTS_KEY } from './api/contacts.ts';
import { PAID_RECIPIENTS_KEY } from './api/paid-recipients.ts';
import type { ChosenRecipient } from './chosen-recipient.ts';

/**
 * @returns what to call once a payment was accepted: the recipient is no longer new, and becomes a contact where the
 *   user wants it. A failure to save is only a message; the payment goes on.
 */
export function useSavePaid(): (chosen: ChosenRecipient | null) => void {
  const client = useQueryClient();
  return (chosen) => {
    void client.invalidateQueries({ queryKey: PAID_RECIPIENTS_KEY });
    if (chosen?.isToBeSaved) void save(chosen);
  };

  async function save({ name, emailOrPhone, publicAddress, privateAddress }: ChosenRecipient) {
    const found = { name, emailOrPhone, publicAddress, privateAddress };
    const result = await addContact({ ...found, note: null, isOnKax: true });
    if (result.ok) await client.invalidateQueries({ queryKey: CONTACTS_KEY });
    else {
      showToast(
        t('{name} wasn’t saved to your contacts. {message}', {
          name,
          message: result.error.message,
        }),
        {
          tone: 'error',
        },
      );
    }
  }
}
