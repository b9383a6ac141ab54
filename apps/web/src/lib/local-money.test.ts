import { expect, test } from 'vitest';
import { withSign } from './local-money.ts';

test.each(['en-GB', 'es-ES', 'ar-u-nu-latn'])('the sign of money is where %s has it', (locale) => {
  const style = { style: 'currency', currency: 'USD' } as const;
  const plain = new Intl.NumberFormat(locale, style).format(111.37);
  const signed = new Intl.NumberFormat(locale, { ...style, signDisplay: 'always' });
  expect(withSign('+', plain)).toBe(signed.format(111.37));
  expect(withSign('−', plain)).toBe(signed.format(-111.37).replace('-', '−'));
});
