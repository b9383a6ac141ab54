import { beforeEach, expect, it } from 'vitest';
import type { CallSession } from '../../../application/call.ts';
import type { RecordsComparison } from '../../../ports/broadcaster-records.ts';
import { ChainUnavailable } from '../../../ports/public-chain.ts';
import {
  createMakePrivateClaim,
  type MakePrivateClaimPorts,
  type PrivateClaimCall,
} from './make-private-claim.ts';

const TOKEN = { id: 'polygon-usdc', chainId: 1, isShieldable: true };
const NATIVE = { id: 'polygon-pol', chainId: 1, address: null };
const NETWORK = { chainId: 1, tokens: [TOKEN, NATIVE] };

let comparison: RecordsComparison | 'unavailable' | null;
let known: bigint | null | 'away';
let refreshes: number;

beforeEach(() => {
  comparison = { kind: 'compared', block: 100n };
  known = 100n;
  refreshes = 0;
});

/** The session ends as soon as the sender's claims are looked for: what comes before that decides. */
async function refusalNow(): Promise<unknown> {
  const ports = {
    networks: [NETWORK],
    poolChainIds: [1],
    operations: { findByKey: async () => null },
    vault: { withOwnSeals: async () => ({ ok: false, reason: 'locked' }) },
    broadcasterRecords: comparison && {
      async compare() {
        if (comparison === 'unavailable') throw new ChainUnavailable(1, new Error('No node.'));
        return comparison;
      },
    },
    poolClient: {
      async refresh() {
        refreshes += 1;
        return known === 'away' ? { ok: false, problem: known } : { ok: true, response: known };
      },
    },
  } as unknown as MakePrivateClaimPorts;
  const call = {
    wanted: { network: NETWORK, token: TOKEN, feeToken: NATIVE },
    session: { userId: 'alice' } as CallSession,
    ...{ idempotencyKey: 'key', fingerprint: 'claim' },
  } as unknown as PrivateClaimCall;
  const made = await createMakePrivateClaim(ports)(call);
  return 'refused' in made ? made.refused : made;
}

it('is made without a look at the network where the database lost nothing', async () => {
  comparison = { kind: 'complete' };
  expect([await refusalNow(), refreshes]).toEqual(['unauthorized', 0]);
});

it('waits while the network may still have what the database lost', async () => {
  comparison = { kind: 'reconciling' };
  expect(await refusalNow()).toBe('reconciling');
});

it.each([[99n], [null], ['away' as const]])(
  'waits until the sender’s history has every block that was compared, not with %s of 100',
  async (upTo) => {
    known = upTo;
    expect(await refusalNow()).toBe('reconciling');
  },
);

it('is made once the history has them', async () => {
  expect([await refusalNow(), refreshes]).toEqual(['unauthorized', 1]);
});

it('says that the network can’t be reached', async () => {
  comparison = 'unavailable';
  expect(await refusalNow()).toBe('chain-unavailable');
});
