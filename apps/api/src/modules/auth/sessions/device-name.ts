import Bowser from 'bowser';

const UNKNOWN = 'Unknown device';

/** @returns a readable name of the device, as in `Chrome on Windows`, from its browser's user agent */
export function deviceName(userAgent: string): string {
  if (userAgent === '') return UNKNOWN;
  const { browser, os } = Bowser.parse(userAgent);
  // Where no system is recognized, the browser's name may be any word of the text.
  return browser.name && os.name ? `${browser.name} on ${os.name}` : UNKNOWN;
}
