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

/** @returns a name for a passkey of this device, as in `iPhone` */
export function suggestPasskeyName({ userAgent, maxTouchPoints }: Navigator): string {
  if (/iPhone/.test(userAgent)) return 'iPhone';
  if (/iPad/.test(userAgent)) return 'iPad';
  if (/Android/.test(userAgent))
    return /Mobile/.test(userAgent) ? t('Android phone') : t('Android tablet');
  // An iPad asks for desktop pages as a Mac, and no Mac has a touch screen.
  if (/Macintosh/.test(userAgent)) return maxTouchPoints > 1 ? 'iPad' : t('Mac');
  if (/Windows/.test(userAgent)) return t('Windows PC');
  if (/CrOS/.test(userAgent)) return t('Chromebook');
  return /Linux/.test(userAgent) ? t('Linux PC') : t('My passkey');
}
