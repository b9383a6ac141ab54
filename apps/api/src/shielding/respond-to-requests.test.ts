import { expect, test } from 'vitest';
import type { PoolTransaction, ShieldedProblem } from '../ports/shielded-pool.ts';
import type { ClaimedRequest, ShieldedRequest } from '../ports/shielded-requests.ts';
import { createRequestResponder } from './respond-to-requests.ts';
import type { ShieldingPorts } from './shielding-ports.ts';

const WALLET = { userId: 'alice', walletId: 'wallet of alice', encryptionKey: '00' };

/** A pool that has these problems with a transaction, one each time, and none after that. */
function setUp(problems: readonly ShieldedProblem[]) {
  const left = [...problems];
  const [looks, responses]: [string[], unknown[]] = [[], []];
  const respond = async (transaction: PoolTransaction) => {
    expect(transaction.spender).toEqual({ walletId: WALLET.walletId, encryptionKey: '00' });
    const problem = left.shift();
    return problem === undefined
      ? { ok: true, response: 'known' }
      : { ok: false, problem, detail: '' };
  };
  const queue: ClaimedRequest[] = [];
  const ports = {
    pool: { plan: respond, estimatePrivateTransaction: respond },
    requests: { take: async () => queue.splice(0) },
    clock: { now: () => new Date(0) },
    report: ({ cause }: { readonly cause: unknown }) => {
      throw cause;
    },
  } as unknown as ShieldingPorts;
  const responder = createRequestResponder(ports, {
    open: { find: () => WALLET },
    claimWallets: {},
    watch: { run: async () => {}, lookFor: async () => void looks.push('look') },
  } as unknown as Parameters<typeof createRequestResponder>[1]);
  return {
    looks,
    async request(kind: 'plan-private-transaction' | 'estimate-private-transaction') {
      const request = { kind, userId: 'alice', privateTransaction: {} } as ShieldedRequest;
      queue.push({ request, respond: async (response) => void responses.push(response) });
      await responder.take();
      await responder.settle();
      return responses.at(-1);
    },
  };
}

const KINDS = ['plan-private-transaction', 'estimate-private-transaction'] as const;

test.each(KINDS)(
  '%s: notes that are not found yet are looked for, and too few are said after that',
  async (kind) => {
    for (const problem of ['balance-too-low', 'not-scanned'] as const) {
      const changing = setUp([problem]);
      expect(await changing.request(kind)).toEqual({ ok: true, response: 'known' });
      expect(changing.looks).toHaveLength(1);
      const lacking = setUp([problem, 'balance-too-low']);
      expect(await lacking.request(kind)).toMatchObject({ problem: 'balance-too-low' });
      expect(lacking.looks).toHaveLength(1);
    }
  },
);

test.each(KINDS)('%s: what a scan does not change is said at once', async (kind) => {
  const refused = setUp(['fee-not-covered', 'refused']);
  expect(await refused.request(kind)).toMatchObject({ problem: 'fee-not-covered' });
  expect(refused.looks).toEqual([]);
});
