import { expect, it } from 'vitest';
import { toBaseUnits } from '#domain/amount/base-units';
import { type EstimatePorts, estimateEnd } from './estimate-private-end.ts';

const UNITS = toBaseUnits(2_000n);
/** What the end that the database lost left of what was set aside: too little for another fee. */
const LEFT = toBaseUnits(4n);

function estimateWith(
  failover: 'recent' | 'none',
  isReturn: boolean,
  wallet: { readonly isMovedOn?: boolean; readonly outcome?: object } = {},
) {
  const ports = {
    calls: new Map([[1, { presentFees: async () => ({ pricePerGas: 1n }) }]]),
    pay: { priceIn: async () => null },
    poolClient: {
      estimateClaimEnd: async () => ({
        ok: true,
        response: {
          ...{ held: LEFT, isMovedOn: false },
          outcome: { ok: false, problem: 'fee-not-covered', detail: '' },
          ...wallet,
        },
      }),
    },
    operations: { records: async () => ({ failover, hasRecovered: false }) },
    broadcasterAddress: '0xb',
  } as unknown as EstimatePorts;
  const payment = { network: { chainId: 1 }, token: {}, feeToken: {}, amount: UNITS };
  const wanted = { payment, wallet: {}, isReturn } as unknown as Parameters<typeof estimateEnd>[1];
  return estimateEnd(ports, wanted);
}

it.each([true, false])(
  'what a failover may have lost is looked for by the process that proves, also where some of the set-aside is left (return: %s)',
  async (isReturn) => {
    expect(await estimateWith('recent', isReturn)).toMatchObject({ amount: UNITS, gas: 0n });
  },
);

it('a return that has too little left for its fee is refused where nothing was lost', async () => {
  expect(await estimateWith('none', true)).toMatchObject({ refused: 'claim-fee-too-high' });
});

it('what is left of a set-aside whose money moved on is no return, also where it covers a fee', async () => {
  const left = {
    isMovedOn: true,
    outcome: { ok: true, response: { gas: 1n, broadcasterFee: 1n } },
  };
  expect(await estimateWith('none', true, left)).toMatchObject({ refused: 'claim-over' });
  const other = { ...left, isMovedOn: false };
  expect(await estimateWith('none', true, other)).toMatchObject({ amount: 2n });
});

it('a claim of money that is not there is refused where nothing was lost', async () => {
  expect(await estimateWith('none', false)).toMatchObject({ refused: 'claim-not-ready' });
});
