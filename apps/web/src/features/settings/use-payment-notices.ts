import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { t } from '#language/t';
import { useInOrder } from '../../lib/use-in-order.ts';
import { changeSettings, useSettings } from '../../state/settings.ts';
import { showToast } from '../../state/toast.ts';
import { changeNotificationSettings } from './api/change-notification-settings.ts';
import { NOTIFICATIONS_KEY, useNotificationSettings } from './api/notification-settings.ts';

/**
 * 'Transaction Notifications': one switch for toasts in this browser and emails from the server. The server's setting
 * takes precedence; until it responds, the switch shows this browser's last setting.
 */
export function usePaymentNotices() {
  const hasPaymentNotes = useSettings((settings) => settings.hasPaymentNotes);
  const { data } = useNotificationSettings();
  const client = useQueryClient();
  const latest = useRef(0);
  const inOrder = useInOrder();
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
    const result = await inOrder(() => changeNotificationSettings({ paymentMails: isOn }));
    // The latest change takes precedence.
    if (mine !== latest.current) return;
    if (result.ok) {
      client.setQueryData(NOTIFICATIONS_KEY, result.data.data);
      return;
    }
    changeSettings({ hasPaymentNotes: !isOn });
    if (result.error.code === 'aborted') return;
    const { message } = result.error;
    const text = isOn
      ? t('Transaction Notifications are still off. {message}', { message })
      : t('Transaction Notifications are still on. {message}', { message });
    showToast(text, { tone: 'error' });
  }
  return { isOn: hasPaymentNotes, change };
}
