import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { changeSettings, useSettings } from '../../state/settings.ts';
import { showToast } from '../../state/toast.ts';
import { changeNotificationSettings } from './api/change-notification-settings.ts';
import { NOTIFICATIONS_KEY, useNotificationSettings } from './api/notification-settings.ts';

/**
 * 'Transaction Notifications': notes in this browser and mails of the server, one switch for both. What the server
 * knows counts; while it does not respond, the switch is as this browser last left it.
 */
export function usePaymentNotices() {
  const { hasPaymentNotes } = useSettings();
  const { data } = useNotificationSettings();
  const client = useQueryClient();
  const latest = useRef(0);
  const known = data?.paymentMails;

  const shown = useRef(hasPaymentNotes);
  shown.current = hasPaymentNotes;
  useEffect(() => {
    if (known !== undefined && known !== shown.current) changeSettings({ hasPaymentNotes: known });
  }, [known]);

  async function change(isOn: boolean) {
    latest.current += 1;
    const mine = latest.current;
    changeSettings({ hasPaymentNotes: isOn });
    const error = await changeNotificationSettings(isOn);
    // A later press has the say.
    if (mine !== latest.current) return;
    if (error === null) {
      client.setQueryData(NOTIFICATIONS_KEY, { paymentMails: isOn });
      return;
    }
    changeSettings({ hasPaymentNotes: !isOn });
    showToast(`Transaction Notifications are still ${isOn ? 'off' : 'on'}. ${error.message}`, {
      tone: 'error',
    });
  }
  return { isOn: hasPaymentNotes, change };
}
