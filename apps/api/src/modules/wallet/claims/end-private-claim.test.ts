import { beforeEach, expect, it } from 'vitest';
import type { PrivateAddress, PublicAddress } from '#domain/address/address';
import { toBaseUnits } from '#domain/amount/base-units';
import type { PrivateClaimTerms } from '#domain/claim/claim';
import { type Operation, type OperationStatus, startOperation } from '#domain/operation/operation';
import { buildClaimTerms } from '#testing/claim';
import { buildNetwork } from '#testing/network';
import { buildPrivateTransaction, START, uuidOf } from '#testing/operation';
import type { CallSession } from '../../../application/call.ts';
import type { StoredClaim } from '../../../ports/claims.ts';
import type {
  ClaimSpender,
  PrivateTransactionRequest,
  StorePrivateTransactionOutcome,
} from '../../../ports/private-transactions.ts';
import { claimWalletContext, packClaim } from '../../../ports/shielded-seals.ts';
import { workerOf } from '../shielded/private.test-setup.ts';
import { createEndPrivateClaim, type EndPrivateClaimPorts } from './end-private-claim.ts';

const network = buildNetwork();
const WALLET = '0zkclaim' as PrivateAddress;
const LENA = uuidOf(7);
const SENDER = uuidOf(1);
const SESSION: CallSession = {
  ...{ userId: LENA, sessionId: uuidOf(2), accessToken: 'token' },
  ...{ publicAddress: '0x1', privateAddress: '0zklena', custody: 'assisted' as const },
};

let end: { readonly status: OperationStatus; readonly by: string } | null;
let worker: ReturnType<typeof workerOf> | null;
let outcome:
  | 'stored'
  | Exclude<StorePrivateTransactionOutcome['kind'], 'stored' | 'exists' | 'open'>;
let isFrozen: boolean;
let stored: PrivateTransactionRequest[];
let sealedAgain: { readonly userId: string; readonly id: string; readonly spender: ClaimSpender }[];

beforeEach(() => {
  [end, worker, outcome, isFrozen] = [null, workerOf(), 'stored', false];
  [stored, sealedAgain] = [[], []];
});

function portsNow(): EndPrivateClaimPorts {
  const waiting = startOperation(buildPrivateTransaction({ id: uuidOf(9), userId: LENA }));
  return {
    ...{ networks: [network], poolChainIds: [network.chainId], broadcasterAddress: '0xb' },
    toChecksumAddress: (text: string) => text as PublicAddress,
    calls: new Map([
      [
        network.chainId,
        {
          presentFees: async () => ({
            pricePerGas: 7n,
            fees: { maxFeePerGas: 7n, maxPriorityFeePerGas: 1n, feeCap: 10n ** 18n },
          }),
        },
      ],
    ]),
    pay: { priceIn: async () => null },
    operations: {
      find: async () => ({ operation: waiting, heads: null, progress: null }),
      findByKey: async () => null,
      records: async () => ({ failover: 'none', hasRecovered: false }),
    },
    privateTransactions: {
      async store(request: PrivateTransactionRequest) {
        stored.push(request);
        if (outcome !== 'stored') return { kind: outcome };
        return { kind: outcome, operation: startOperation(request.details) };
      },
      async sealAgain(userId: string, id: string, spender: ClaimSpender) {
        sealedAgain.push({ userId, id, spender });
        return true;
      },
    },
    poolClient: {
      estimateClaimEnd: async () => ({
        ok: true,
        response: {
          ...{ held: toBaseUnits(60_000_000n), isMovedOn: false },
          outcome: { ok: true, response: { gas: 9n, broadcasterFee: null } },
        },
      }),
    },
    workers: { current: () => worker },
    seals: {
      sign: (purpose: string, text: string) => Buffer.from(`${purpose} ${text}`),
      sealTo: (_key: Uint8Array, plain: Uint8Array, context: readonly string[]) =>
        Buffer.from(`${context.join()} ${Buffer.from(plain).toString('hex')}`),
    },
    gate: { refuseFrozen: async () => (isFrozen ? { refused: 'account-frozen' } : null) },
    clock: { now: () => START },
    randomness: { uuid: () => uuidOf(8) },
  } as unknown as EndPrivateClaimPorts;
}

function claimNow(): StoredClaim & { readonly terms: PrivateClaimTerms } {
  const terms = { ...buildClaimTerms(), balance: 'private' as const, address: WALLET };
  return {
    ...{ id: uuidOf(3), userId: SENDER, terms: { ...terms, chainId: network.chainId } },
    record: {
      funding: 'confirmed',
      end: end && { status: end.status, isReturn: end.by === SENDER },
    },
    funding: { operationId: uuidOf(4), transactionHash: null, feePaid: null, block: 500n },
    lastEnd: end && { operationId: uuidOf(9), userId: end.by },
    ...{ endedIn: null, notifiedAt: null, reminders: 0, remindedAt: null, openedAt: null },
  };
}

function claim(): Promise<Operation | object> {
  return createEndPrivateClaim(portsNow())({
    ...{ claim: claimNow(), session: SESSION, idempotencyKey: 'key', isReturn: false },
    withEntropy: async (work) => ({ ok: true, value: await work(Buffer.alloc(16, 1)) }),
  });
}

const sealedFor = (operationId: string) => {
  const packed = packClaim({ entropy: Buffer.alloc(16, 1), createdAtBlock: 372 });
  const context = claimWalletContext(operationId, network.chainId).join();
  return Buffer.from(`${context} ${Buffer.from(packed).toString('hex')}`);
};

it('is ordered from the wallet of the claim, sealed for this operation, and ends the claim', async () => {
  expect(await claim()).toMatchObject({
    ...{ id: uuidOf(8), userId: LENA, kind: 'internal-transfer', recipient: '0zklena' },
    ...{ amount: 50_000_000n, pool: { privateAddress: WALLET } },
  });
  const [request] = stored;
  expect(request).toMatchObject({ endsClaim: uuidOf(3), later: null });
  expect(request?.terms).toMatchObject({ sealedMessage: null, showsSender: false });
  expect(request?.terms.spender).toEqual({ address: WALLET, sealed: sealedFor(uuidOf(8)) });
  expect(Buffer.from(request?.signature ?? []).toString()).toContain(`; from ${WALLET}`);
});

it.each(['created', 'needs_unlock'] as const)(
  'that waits (%s) is sealed again by a repeat of its own user, and no second one is stored',
  async (status) => {
    end = { status, by: LENA };
    expect(await claim()).toMatchObject({ id: uuidOf(9) });
    expect(sealedAgain).toEqual([
      { userId: LENA, id: uuidOf(9), spender: { address: WALLET, sealed: sealedFor(uuidOf(9)) } },
    ]);
    expect(stored).toEqual([]);
  },
);

it('of the other side that waits is sealed again as well, for them: it may be done already', async () => {
  end = { status: 'needs_unlock', by: SENDER };
  expect(await claim()).toMatchObject({ refused: 'claim-over' });
  expect(sealedAgain).toMatchObject([{ userId: SENDER, id: uuidOf(9) }]);
  expect(stored).toEqual([]);
});

it('waits while no process has the pool', async () => {
  worker = workerOf({ seenAt: new Date(START.getTime() - 60_000) });
  expect(await claim()).toMatchObject({ refused: 'private-not-ready' });
  expect(stored).toEqual([]);
});

it.each([
  ['claim-over', 'claim-over'],
  ['queue-full', 'queue-full'],
  ['frozen', 'account-frozen'],
  ['user-removed', 'unauthorized'],
] as const)('says why it is not stored: %s', async (kind, refused) => {
  outcome = kind;
  expect(await claim()).toMatchObject({ refused });
});

it('is not made by a frozen account', async () => {
  isFrozen = true;
  expect(await claim()).toMatchObject({ refused: 'account-frozen' });
});
