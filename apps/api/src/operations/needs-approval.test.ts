import { expect, test } from 'vitest';
import type { PublicAddress } from '#domain/address/address';
import { toBaseUnits } from '#domain/amount/base-units';
import type { OperationDetails } from '#domain/operation/operation';
import { ALICE, BOB, KAX, POL, USDC } from '#testing/network';
import { buildDetails, buildShield, buildSigned } from '#testing/operation';
import { needsApproval, type Taking } from './needs-approval.ts';

const ROUTER = `0x${'C3'.repeat(20)}` as PublicAddress;
const taking: Taking = {
  userId: 'u1',
  kind: 'swap',
  token: USDC,
  amount: toBaseUnits(100n),
  owner: ALICE,
  spender: ROUTER,
};
const swapStep = (more: Partial<OperationDetails> = {}) =>
  buildDetails({ kind: 'swap', recipient: ROUTER, ...more });

function needs(
  given: { allowance: bigint; open?: OperationDetails[] },
  more: Partial<Taking> = {},
) {
  const { allowance, open = [] } = given;
  const ports = {
    calls: { allowance: async () => toBaseUnits(allowance) },
    operations: {
      listOpen: async () =>
        open.map((details) => ({ operation: buildSigned(details), heads: null, progress: null })),
    },
  };
  return needsApproval(ports, { ...taking, ...more });
}

test('an approval is needed while the allowance is too small', async () => {
  expect(await needs({ allowance: 99n })).toBe(true);
  expect(await needs({ allowance: 100n })).toBe(false);
  expect(await needs({ allowance: 0n }, { token: POL })).toBe(false);
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
