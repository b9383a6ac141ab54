import { describe, expect, it } from 'vitest';
import type { SignerSettings } from '../settings.ts';
import { describePayment } from './payment-details.ts';

const usdc = `0x${'0c'.repeat(20)}`;
const wrapped = `0x${'0d'.repeat(20)}`;
const recipient = `0x${'3c'.repeat(20)}`;
const settings: SignerSettings = {
  appOrigins: [],
  networks: [
    {
      chainId: 137,
      name: 'Polygon',
      pool: { contract: wrapped, relayAdapt: wrapped, wrappedNative: wrapped },
      exchangeContracts: [],
      tokens: [
        { address: null, symbol: 'POL', decimals: 18 },
        { address: usdc, symbol: 'USDC', decimals: 6 },
      ],
    },
  ],
};
const knowledge = {
  isPaidBefore: false,
  owner: { address: '0x0', privateAddress: '0zkown' },
  toChecksum: (address: string) => `checked ${address}`,
};
const send = { kind: 'send', chainId: 137, recipient, feeCeiling: 4_118n * 10n ** 12n } as const;
const transfer = {
  kind: 'transfer',
  chainId: 137,
  token: usdc,
  recipient: '0zk1',
  amount: 75_000_000n,
  fee: { token: usdc, most: 120_000n, mostPerGas: 1n },
  memo: 'Dinner',
  showSender: false,
} as const;

function describeIt(confirmation: Parameters<typeof describePayment>[0], changes = {}) {
  const described = describePayment(confirmation, settings, { ...knowledge, ...changes });
  if (!described.isKnown) throw new Error(described.check);
  return described.details;
}

describe('what is drawn of a payment', () => {
  it('has the exact amount, the fee ceiling and what leaves at most', () => {
    const details = describeIt({ ...send, token: usdc, amount: 1_250_000_001n });
    expect(details.amount).toBe('1,250.000001 USDC');
    expect(details.recipient).toBe(`checked ${recipient}`);
    expect(details.rows.map(({ value }) => value)).toEqual([
      'Polygon',
      '1,250.000001 USDC',
      '0.004118 POL',
    ]);
    expect(details.total.value).toBe('1,250.000001 USDC + 0.004118 POL');
  });

  it('adds amount and fee of the same coin', () => {
    const details = describeIt({ ...send, token: null, amount: 2n * 10n ** 18n });
    expect(details.total.value).toBe('2.004118 POL');
  });

  it('says whether this device paid the recipient before, and whether it is oneself', () => {
    const payment = { ...send, token: null, amount: 1n };
    expect(describeIt(payment).recipientNote).toBe('New recipient');
    expect(describeIt(payment, { isPaidBefore: true }).recipientNote).toMatch(/^Paid before/);
    expect(
      describeIt(payment, { owner: { address: recipient, privateAddress: '0zkown' } })
        .recipientNote,
    ).toMatch(/^Your own/);
  });

  it('says of a shield that the money stays its owner’s', () => {
    const { recipient: _recipient, ...rest } = send;
    const shielded = { ...rest, kind: 'shield', token: usdc, amount: 25_000_000n } as const;
    expect(describeIt(shielded)).toMatchObject({
      ...{ mode: 'public', recipient: '0zkown', recipientNote: 'Your own private balance' },
      amount: '25.000 USDC',
      total: { value: '25.000 USDC + 0.004118 POL' },
      checked: expect.stringContaining('where only your keys move it'),
    });
  });

  it('has message and sender of a private transfer', () => {
    const details = describeIt(transfer);
    expect(details.mode).toBe('private');
    expect(details.rows.map(({ value }) => value)).toEqual([
      'Polygon',
      '75.000 USDC',
      '0.120 USDC',
      'Dinner',
      'Not shown',
    ]);
    expect(details.total.value).toBe('75.120 USDC');
  });

  it('draws the wrapped coin of the pool as the coin', () => {
    const { memo: _memo, showSender: _sender, ...rest } = transfer;
    const unshield = { ...rest, kind: 'unshield-native', token: wrapped, recipient } as const;
    expect(describeIt({ ...unshield, amount: 10n ** 18n, fee: null }).total.value).toBe(
      '1.000 POL',
    );
  });

  it.each([
    ['unknown-network', { ...send, token: null, amount: 1n, chainId: 1 }],
    ['unknown-token', { ...send, token: wrapped, amount: 1n }],
    ['unknown-token', { ...transfer, fee: { token: recipient, most: 1n, mostPerGas: 1n } }],
  ] as const)('names nothing that this release does not know: %s', (check, confirmation) => {
    expect(describePayment(confirmation, settings, knowledge)).toEqual({ isKnown: false, check });
  });
});
