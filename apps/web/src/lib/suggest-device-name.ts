import { t } from '#language/t';

/** @returns a name for what this device keeps, such as a passkey, as in `iPhone` */
export function suggestDeviceName({ userAgent, maxTouchPoints }: Navigator): string {
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
