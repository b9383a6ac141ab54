import { describe, expect, it } from 'vitest';
import { usualPlaces } from './chromium.ts';

describe('where an installed browser is searched for', () => {
  it('is the applications folder on macOS', () => {
    expect(usualPlaces('darwin', { HOME: '/Users/ada' })).toEqual(
      expect.arrayContaining([
        '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
        '/Users/ada/Applications/Chromium.app/Contents/MacOS/Chromium',
      ]),
    );
  });

  it('is the program folders on Windows', () => {
    const environment = { PROGRAMFILES: 'C:\\Program Files' };
    expect(usualPlaces('win32', environment)).toEqual([
      'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
      'C:\\Program Files\\Chromium\\Application\\chrome.exe',
      'C:\\Program Files\\Microsoft\\Edge\\Application\\msedge.exe',
    ]);
  });

  it('is where packages and snaps put it on Linux', () => {
    expect(usualPlaces('linux', {})).toEqual(
      expect.arrayContaining(['/usr/bin/chromium', '/snap/bin/chromium', '/usr/bin/google-chrome']),
    );
  });
});
