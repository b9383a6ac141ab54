import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '#language/t';
import { endPush } from '../../../lib/push/end-push.ts';
import { subscribe } from '../../../lib/push/push-subscription.ts';
import { EXPECT_TEST } from '../../../lib/service-worker.ts';
import { useUser } from '../../../state/auth-session.ts';
import { rememberPush } from '../../../state/push-choice.ts';
import { showToast } from '../../../state/toast.ts';
import { sendPushTo, sendTestPush, stopPush } from '../api/push.ts';
import { PUSH_KEY, type PushState, readPushState } from './push-state.ts';

const BROWSER_REFUSED = t(
  'Your browser couldn’t turn on notifications. Check your connection and try again.',
);

/** Push messages to this browser: whether they arrive, and what its user can do about it. */
export function usePush() {
  const client = useQueryClient();
  const { id } = useUser();
  const query = useQuery({
    queryKey: PUSH_KEY,
    queryFn: ({ signal }) => readPushState(id, signal),
    retry: false,
    // Whoever allows or blocks notifications in the browser's settings comes back to this page.
    refetchOnWindowFocus: 'always',
  });
  const [busy, setBusy] = useState<'on' | 'off' | 'test' | null>(null);
  const show = (state: PushState) => client.setQueryData(PUSH_KEY, state);
  const choose = (isWanted: boolean) => rememberPush(id, isWanted);

  function run(which: 'on' | 'off' | 'test', task: () => Promise<void>) {
    setBusy(which);
    void task().finally(() => setBusy(null));
  }

  return {
    /** Undefined until known. */
    state: query.data,
    hasFailed: query.data === undefined && query.isError,
    isRetrying: query.isFetching,
    retry: () => void query.refetch(),
    busy,
    turnOn: (publicKey: string) => run('on', () => turnOn(publicKey, { show, choose })),
    turnOff: (publicKey: string) => run('off', () => turnOff(publicKey, { show, choose })),
    test: (publicKey: string) => run('test', () => test(publicKey, show)),
  };
}

type Show = (state: PushState) => void;

/** What a change of it is shown and remembered with. */
interface Turning {
  readonly show: Show;
  readonly choose: (isWanted: boolean) => void;
}

async function turnOn(publicKey: string, { show, choose }: Turning): Promise<void> {
  const permission = await Notification.requestPermission();
  if (permission === 'denied') return show({ at: 'blocked' });
  if (permission === 'default') {
    showToast(t('Push is still off. Your browser needs your permission first.'), { tone: 'info' });
    return;
  }
  const endpoint = await subscribe(publicKey);
  if (endpoint === null) {
    showToast(BROWSER_REFUSED, { tone: 'error' });
    return;
  }
  const result = await sendPushTo(endpoint);
  if (!result.ok) {
    await endPush();
    showToast(t('Push is still off. {message}', { message: result.error.message }), {
      tone: 'error',
    });
    return;
  }
  choose(true);
  show({ at: 'on', publicKey });
}

async function turnOff(publicKey: string, { show, choose }: Turning): Promise<void> {
  const result = await stopPush();
  if (!result.ok) {
    showToast(t('Push is still on. {message}', { message: result.error.message }), {
      tone: 'error',
    });
    return;
  }
  choose(false);
  await endPush();
  show({ at: 'off', publicKey });
}

/** This page is focused, so the service worker has to expect the message. */
async function test(publicKey: string, show: Show): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  registration?.active?.postMessage(EXPECT_TEST);
  const result = await sendTestPush();
  if (result.ok && result.data.data.isSent) {
    showToast(t('Test sent. Your notification arrives in a moment.'), { tone: 'info' });
    return;
  }
  if (result.ok || result.error.code === 'push-not-available') {
    show({ at: 'lost', publicKey });
    return;
  }
  showToast(t('The test wasn’t sent. {message}', { message: result.error.message }), {
    tone: 'error',
  });
}
