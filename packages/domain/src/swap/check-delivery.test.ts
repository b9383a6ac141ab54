import { expect, it } from 'vitest';
import { ALICE, BOB } from '#testing/network';
import { type AgreedDelivery, checkDelivery, type StepTerms } from './check-delivery.ts';

const TOKEN = `0x${'b2'.repeat(20)}`;
const destination = { chainId: 43_114, tokenAddress: TOKEN };
const terms: StepTerms = { recipient: ALICE, minimumOutput: 900n, destination };
const agreed: AgreedDelivery = { account: ALICE, minimumOutput: 900n, destination };

it('accepts a delivery to the account, in the agreed token, of at least the minimum', () => {
  expect(checkDelivery(terms, agreed)).toBeNull();
  expect(checkDelivery({ ...terms, recipient: ALICE.toLowerCase() }, agreed)).toBeNull();
  const here = { destination: null };
  expect(checkDelivery({ ...terms, ...here }, { ...agreed, ...here })).toBeNull();
  const native = { destination: { ...destination, tokenAddress: null } };
  expect(checkDelivery({ ...terms, ...native }, { ...agreed, ...native })).toBeNull();
});

it.each<[string, Partial<StepTerms>]>([
  ['other-recipient', { recipient: BOB }],
  ['too-little-output', { minimumOutput: 899n }],
  ['other-destination', { destination: null }],
  ['other-destination', { destination: { ...destination, chainId: 1 } }],
  ['other-output-token', { destination: { ...destination, tokenAddress: BOB } }],
  ['other-output-token', { destination: { ...destination, tokenAddress: null } }],
])('refuses one as %s', (error, change) => {
  expect(checkDelivery({ ...terms, ...change }, agreed)).toBe(error);
});

it('refuses a delivery elsewhere of what belongs on this chain', () => {
  expect(checkDelivery(terms, { ...agreed, destination: null })).toBe('other-destination');
});
