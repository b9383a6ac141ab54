import { t } from '#language/t';
import type { PasskeyFailure } from '../../../lib/passkeys.ts';

/** Why no passkey was created, and what to do. */
export const sentenceByFailure: Readonly<Record<PasskeyFailure, string>> = {
  cancelled: t(
    'You closed the prompt, or it timed out. Nothing was added. Try again when you’re ready.',
  ),
  unsupported: t(
    'This device can’t create passkeys. Nothing was added. Use your phone or a security key.',
  ),
  exists: t(
    'This device or password manager already has a passkey for your account. Nothing was added.',
  ),
  failed: t(
    'Your browser couldn’t create a passkey. Nothing was added. Reload the page and try again.',
  ),
};
