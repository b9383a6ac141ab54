let ending: Promise<void> | null = null;

/**
 * Ends the push messages to this browser, and closes the notifications that it shows. For the end of a session, and
 * for a user who turns them off.
 */
export function endPush(): Promise<void> {
  ending ??= end().finally(() => {
    ending = null;
  });
  return ending;
}

/** Whoever subscribes waits for this, so that a sign-out just before doesn't end the new subscription. */
export async function waitForPushEnd(): Promise<void> {
  await ending;
}

async function end(): Promise<void> {
  try {
    if (!('serviceWorker' in navigator)) return;
    const registration = await navigator.serviceWorker.getRegistration();
    if (registration === undefined) return;
    for (const each of await registration.getNotifications()) each.close();
    const subscription = await registration.pushManager.getSubscription();
    await subscription?.unsubscribe();
  } catch {
    // The browser is offline or blocks it. The server sends nothing after the session anyway.
  }
}
