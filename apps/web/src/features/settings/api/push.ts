import { pushSettings } from '#wire/auth/push-settings';
import { testPush } from '#wire/auth/test-push';
import { turnOffPush } from '#wire/auth/turn-off-push';
import { turnOnPush } from '#wire/auth/turn-on-push';
import { callApi } from '../../../lib/api-client.ts';

/** Reads whether this session gets push messages, and the key to subscribe with. */
export const readPush = (signal?: AbortSignal) =>
  callApi(pushSettings, { signal, isBackground: true });

/** Sends push messages to this endpoint until the session ends. */
export const sendPushTo = (endpoint: string, isBackground = false) =>
  callApi(turnOnPush, { body: { endpoint }, isBackground });

/** Ends the push messages of this session. */
export const stopPush = () => callApi(turnOffPush, { body: {} });

/** Sends one as a test. */
export const sendTestPush = () => callApi(testPush, { body: {} });
