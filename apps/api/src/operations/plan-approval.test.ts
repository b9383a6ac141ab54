import { expect, test } from 'vitest';
import type { PublicAddress } from '#domain/address/address';
import { toBaseUnits } from '#domain/amount/base-units';
import type { OperationDetails } from '#domain/operation/operation';
import { ALICE, BOB, KAX, POL, USDC } from '#testing/network';
import { buildDetails, buildShield, buildSigned } from '#testing/operation';
import { planApproval, type Taking } from './plan-approval.ts';

const ROUTER = `0x${'C3'.repeat(20)}` as PublicAddress;
const taking: Taking = {
  userId: 'u1',
  kind: 'swap',
  token: USDC,
  amount: toBaseUnits(100n),
  owner: ALICE,
  spender: ROUTER,
  isClaimed: false,
};
const swapStep = (more: Partial<OperationDetails> = {}) =>
  buildDetails({ kind: 'swap', recipient: ROUTER, ...more });

interface Given {
  readonly allowance: bigint;
  readonly open?: readonly OperationDetails[];
  /** The token refuses a change of its allowance other than from or to zero. */
  readonly isFixed?: boolean;
}

function plan({ allowance, open = [], isFixed = false }: Given, more: Partial<Taking> = {}) {
  const ports = {
    calls: {
      allowance: async () => toBaseUnits(allowance),
      approval: (to: PublicAddress, _spender: PublicAddress, amount: bigint) => ({
        to,
        value: 0n,
        data: `0x${amount.toString(16).padStart(4, '0')}` as const,
        gasIfUnknown: 1n,
      }),
      simulate: async () =>
        isFixed
          ? ({ ok: false, index: 0, reason: 'would-revert', detail: 'reset first' } as const)
          : ({ ok: true, gas: [{ used: 1n, limit: 1n }] } as const),
    },
    operations: {
      listOpen: async () =>
        open.map((details) => ({ operation: buildSigned(details), heads: null, progress: null })),
    },
  };
  return planApproval(ports, { ...taking, ...more });
}

const needs = async (given: Given, more?: Partial<Taking>) => (await plan(given, more)) !== null;

test('an approval is for exactly the amount', async () => {
  expect(await plan({ allowance: 0n, isFixed: true })).toMatchObject({ data: '0x0064' });
  expect(await plan({ allowance: 0n, isFixed: true })).not.toHaveProperty('reset');
});

test('a leftover allowance is changed directly, and reset first only where the token refuses that', async () => {
  expect(await plan({ allowance: 40n })).not.toHaveProperty('reset');
  expect(await plan({ allowance: 40n, isFixed: true })).toMatchObject({
    data: '0x0064',
    reset: { to: USDC.address, data: '0x0000' },
  });
  expect(await plan({ allowance: 100n, isFixed: true })).toBeNull();
});

test('an approval is needed while the allowance is too small', async () => {
  expect(await needs({ allowance: 99n })).toBe(true);
  expect(await needs({ allowance: 100n })).toBe(false);
  expect(await needs({ allowance: 0n }, { token: POL })).toBe(false);
  expect(await needs({ allowance: 100n }, { isClaimed: true })).toBe(true);
  expect(await needs({ allowance: 100n }, { isClaimed: true, token: POL })).toBe(false);
});

test.each<[string, Taking['kind'], OperationDetails, boolean]>([
  ['another swap of the token through the same contract', 'swap', swapStep(), true],
  ['a swap through another contract', 'swap', swapStep({ recipient: BOB }), false],
  ['a swap of another token', 'swap', swapStep({ tokenId: KAX.id }), false],
  ['a shield of the token', 'swap', buildShield(), false],
  ['another shield of the token', 'shield', buildShield(), true],
  ['a shield of another token', 'shield', buildShield({ tokenId: KAX.id }), false],
  ['a swap of the token', 'shield', swapStep(), false],
])(
  'an allowance counts unless it is claimed by %s (for a %s)',
  async (_what, kind, open, expected) => {
    expect(await needs({ allowance: 1_000n, open: [open] }, { kind })).toBe(expected);
  },
);
