import { expect, it } from 'vitest';
import { ALICE, BOB } from '#testing/network';
import { type AgreedDelivery, checkDelivery, type StepTerms } from './check-delivery.ts';

const TOKEN = `0x${'b2'.repeat(20)}`;
const destination = { chainId: 43_114, tokenAddress: TOKEN };
const terms: StepTerms = { recipient: ALICE, input: 500n, minimumOutput: 900n, destination };
const agreed: AgreedDelivery = { account: ALICE, input: 500n, minimumOutput: 900n, destination };
const check = (more: Partial<StepTerms>, than: Partial<AgreedDelivery> = {}) =>
  checkDelivery({ ...terms, ...more }, { ...agreed, ...than }, 7n);

it('accepts a delivery to the account, in the agreed token, of at least the minimum', () => {
  expect(check({})).toBeNull();
  expect(check({ recipient: ALICE.toLowerCase() })).toBeNull();
  const here = { destination: null };
  expect(check(here, here)).toBeNull();
  const native = { destination: { ...destination, tokenAddress: null } };
  expect(check(native, native)).toBeNull();
});

it('takes the value of a call for what it sells where the call names nothing', () => {
  expect(check({ input: null }, { input: 7n })).toBeNull();
  expect(check({ input: null }, { input: 8n })).toBe('other-input');
});

it.each<[string, Partial<StepTerms>]>([
  ['other-input', { input: 499n }],
  ['other-input', { input: 501n }],
  ['other-recipient', { recipient: BOB }],
  ['too-little-output', { minimumOutput: 899n }],
  ['other-destination', { destination: null }],
  ['other-destination', { destination: { ...destination, chainId: 1 } }],
  ['other-output-token', { destination: { ...destination, tokenAddress: BOB } }],
  ['other-output-token', { destination: { ...destination, tokenAddress: null } }],
])('refuses one as %s', (error, change) => {
  expect(check(change)).toBe(error);
});

it('refuses a delivery elsewhere of what belongs on this chain', () => {
  expect(check({}, { destination: null })).toBe('other-destination');
});
