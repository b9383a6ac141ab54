import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readSignerRequest, type SignerOutcome } from './protocol.ts';
import { readSignerEvent, readSignerResponse } from './read-response.ts';

const envelope = { channel: 'kax-signer-1', id: 'a-1' };
const owner = {
  userId: '0198c0de-0000-4000-8000-000000000001',
  address: `0x${'ab'.repeat(20)}`,
  privateAddress: `0zk${'q'.repeat(124)}`,
};
const box = (length: number) => ({ iv: '00'.repeat(12), bytes: '00'.repeat(length) });
const wrap = {
  version: 1,
  id: owner.userId,
  kind: 'passkey',
  credentialId: 'abc_-',
  publicKey: 'abc',
  salt: '',
  keysBox: box(112),
  entropyBox: box(32),
};
const send = {
  kind: 'send',
  chainId: 137,
  token: null,
  recipient: owner.address,
  amount: '250000000',
  feeCeiling: '0',
};
const approval = {
  ...envelope,
  kind: 'approve',
  owner,
  wraps: [wrap],
  orderId: 'order-1',
  planId: 'plan-1',
  expiresAt: 1_700_000_000_000,
  confirmation: send,
  plan: { any: 'thing' },
};
const transfer = {
  kind: 'transfer',
  chainId: 137,
  token: owner.address,
  recipient: owner.privateAddress,
  amount: '1',
  fee: { token: owner.address, most: '2', mostPerGas: '3' },
  memo: null,
  showSender: false,
};
const { recipient: _recipient, ...paid } = send;
const shield = { ...paid, kind: 'shield' };
const requests = [
  approval,
  { ...approval, confirmation: shield },
  { ...approval, confirmation: transfer },
  { ...envelope, kind: 'create', userId: owner.userId, challenge: 'ab'.repeat(32) },
  { ...envelope, kind: 'drill', owner, wraps: [] },
  { ...envelope, kind: 'lock' },
];

describe('what the app posts', () => {
  it('is read with amounts as bigint', () => {
    expect(readSignerRequest(approval)).toEqual({
      ...approval,
      confirmation: { ...send, amount: 250_000_000n, feeCeiling: 0n },
    });
    expect(readSignerRequest({ ...approval, confirmation: transfer })).toMatchObject({
      confirmation: { amount: 1n, fee: { most: 2n, mostPerGas: 3n }, memo: null },
    });
  });

  it.each(requests)('is not read with one field more or less (%#)', (request) => {
    expect(readSignerRequest(request)).toMatchObject({ kind: request.kind });
    expect(() => readSignerRequest({ ...request, title: 'Sign in' })).toThrow('list of fields');
    for (const name of Object.keys(request).filter((each) => each !== 'plan')) {
      const { [name]: _, ...rest } = request as Readonly<Record<string, unknown>>;
      expect(() => readSignerRequest(rest)).toThrow('The message has no valid');
    }
  });

  it.each([
    ['a text of its own', { ...send, note: 'Refund' }],
    ['capitals, which look like a checksum', { ...send, recipient: `0x${'AB'.repeat(20)}` }],
    ['an amount of zero', { ...send, amount: '0' }],
    ['an amount with a sign', { ...send, amount: '-1' }],
    ['an amount with a zero in front', { ...send, amount: '01' }],
    ['an amount that is a number', { ...send, amount: 1 }],
    ['a private recipient of a public payment', { ...send, recipient: owner.privateAddress }],
    ['a public recipient of a transfer', { ...transfer, recipient: owner.address }],
    ['a memo on an unshield', { ...transfer, kind: 'unshield', recipient: owner.address }],
    ['an unknown kind', { ...send, kind: 'swap' }],
    ['a recipient of a shield', { ...shield, recipient: owner.privateAddress }],
    ['a shield of nothing', { ...shield, amount: '0' }],
  ])('is not read with %s', (_, confirmation) => {
    expect(() => readSignerRequest({ ...approval, confirmation })).toThrow('no valid');
  });

  it('is a request or refused by name, whatever it is', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        expect(() => readSignerRequest(value)).toThrow('The message has no valid');
      }),
    );
  });
});

describe('what the frame posts', () => {
  const outcomes: readonly SignerOutcome[] = [
    { outcome: 'signed', planId: 'plan-1', signatures: [`0x${'ab'.repeat(65)}`] },
    { outcome: 'refused', check: 'fee-ceiling', isReported: false },
    { outcome: 'status', isOpen: true },
    { outcome: 'expired' },
    { outcome: 'needs-window' },
  ];

  it.each(outcomes)('is read as it was posted ($outcome)', (outcome) => {
    const response = { ...envelope, ...outcome };
    expect(readSignerResponse(response)).toEqual(response);
    expect(() => readSignerResponse({ ...response, html: '' })).toThrow('list of fields');
  });

  it('is not read with a signature of another length, or an unknown end', () => {
    const signed = { ...envelope, outcome: 'signed', planId: 'plan-1', signatures: ['0x00'] };
    expect(() => readSignerResponse(signed)).toThrow('signatures');
    expect(() => readSignerResponse({ ...envelope, outcome: 'paid' })).toThrow('outcome');
  });

  it('never makes the frame higher than a page', () => {
    const event = { channel: 'kax-signer-1', event: 'height', height: 612 };
    expect(readSignerEvent(event)).toEqual(event);
    expect(() => readSignerEvent({ ...event, height: 40_000 })).toThrow('height');
  });
});
