import Bowser from 'bowser';

const UNKNOWN = 'Unknown device';

/** @returns what a person would call the device, as in `Chrome on Windows`, from what its browser says of itself */
export function deviceName(userAgent: string): string {
  if (userAgent === '') return UNKNOWN;
  const { browser, os } = Bowser.parse(userAgent);
  // Where no system is recognised, the browser's name may be any word of the text.
  return browser.name && os.name ? `${browser.name} on ${os.name}` : UNKNOWN;
}
