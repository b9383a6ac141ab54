import { expect, test } from 'vitest';
import { wholeEmailOrPhone } from './email-or-phone.ts';

test.each(['bob@kax.test', ' bob@kax.test ', '+14155550103', '+1 (415) 555-0103'])(
  '“%s” looks whole',
  (text) => expect(wholeEmailOrPhone(text)).toBe(text.trim()),
);

test.each(['', 'bob', 'bob@', 'bob@kax', 'bob@kax.', 'bob@kax.t', 'a b@kax.test'])(
  '“%s” isn’t a whole email',
  (text) => expect(wholeEmailOrPhone(text)).toBeNull(),
);

test.each(['+', '+1415', '415 555 0103', '+12345678901234567890', '0x1111'])(
  '“%s” isn’t a phone with its country code',
  (text) => expect(wholeEmailOrPhone(text)).toBeNull(),
);
