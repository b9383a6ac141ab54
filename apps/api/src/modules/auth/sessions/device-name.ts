import Bowser from 'bowser';

/** What cannot be told. */
export const UNKNOWN_DEVICE = 'Unknown device';
const browsers = new Set(Object.values(Bowser.BROWSER_MAP));
const systems = new Set(Object.values(Bowser.OS_MAP));

/**
 * @returns a readable name of the device, as in `Chrome on Windows`, from its browser's user agent. It has no word of
 *   the sender's own, because emails tell it.
 */
export function deviceName(userAgent: string): string {
  if (userAgent === '') return UNKNOWN_DEVICE;
  const { browser, os } = Bowser.parse(userAgent);
  const isKnown = browsers.has(browser.name ?? '') && systems.has(os.name ?? '');
  return isKnown ? `${browser.name} on ${os.name}` : UNKNOWN_DEVICE;
}
