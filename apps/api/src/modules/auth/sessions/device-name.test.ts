import { expect, it } from 'vitest';
import { deviceName } from './device-name.ts';

const webKit = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';
const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36';

it.each([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome}`, 'Chrome on Windows'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Edg/126.0`, 'Microsoft Edge on Windows'],
  [`Mozilla/5.0 (Linux; Android 14; Pixel 8) ${chrome}`, 'Chrome on Android'],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) ${webKit} Version/17.5 Mobile/15E148 Safari/604.1`,
    'Safari on iOS',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:126.0) Gecko/20100101 Firefox/126.0', 'Firefox on Linux'],
])('names browser and system: %s', (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name);
});

it.each([
  ...['', ' ', 'curl/8.5', 'Trusted-Bank/1 (x)', '<script>alert(1)</script>', '('.repeat(256)],
  ...['Trusted-Bank/1 (Windows NT 10.0)', 'https://evil.example/1.0 (Windows NT 10.0; Win64; x64)'],
])('repeats nothing from an unknown user agent: %j', (userAgent) => {
  expect(deviceName(userAgent)).toBe('Unknown device');
});
