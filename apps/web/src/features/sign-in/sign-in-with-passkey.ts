import { t } from '#language/t';
import type { ApiError, ApiResult } from '../../lib/api-result.ts';
import { type PasskeyFailure, requestAssertion } from '../../lib/passkeys.ts';
import { passkeySignIn } from './api/passkey-sign-in.ts';
import { passkeySignInChallenge } from './api/passkey-sign-in-challenge.ts';

type SignedIn = Awaited<ReturnType<typeof passkeySignIn>>;

/** Signs in with any passkey of this host that the user picks. Loaded with the first press of its button. */
export async function signInWithPasskey(signal: AbortSignal): Promise<SignedIn> {
  const begun = await passkeySignInChallenge(signal);
  if (!begun.ok) return begun;
  const used = await requestAssertion({ ...begun.data, credentialIds: [], signal });
  if (!used.ok) return refused(SENTENCE_BY_FAILURE[used.reason]);
  const { assertion, secret } = used.data;
  if (secret === null) return refused(ONLY_APPROVES);
  return passkeySignIn({ assertion, secret }, signal);
}

const ONLY_APPROVES = t('This passkey can approve payments but can’t sign in. Use your password.');

const SENTENCE_BY_FAILURE: Readonly<Record<PasskeyFailure, string>> = {
  cancelled: t('The passkey prompt was closed or timed out. Try again or use your password.'),
  unsupported: t('This device can’t use passkeys here. Use your password.'),
  exists: t('Something went wrong with the passkey. Use your password.'),
  failed: t('Something went wrong with the passkey. Use your password.'),
};

function refused(message: string): ApiResult<never> {
  const code: ApiError['code'] = 'passkey-not-valid';
  return { ok: false, error: { code, message, status: null } };
}
