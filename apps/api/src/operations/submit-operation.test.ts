import { describe, expect, test } from 'vitest';
import type { PublicAddress, TransactionHash } from '#domain/address/address';
import type { BaseUnits } from '#domain/amount/base-units';
import type { UnsignedTransaction } from '#domain/operation/unsigned-transaction';
import { assembleTransaction, type TransactionSignature } from '#signing/public/eip1559';
import type { PublicPlan } from '#signing/public/plan';
import { ALICE, BOB, POL, USDC } from '#testing/network';
import { hashOf, START, uuidOf } from '#testing/operation';
import { testSigner } from '../adapters/key-vault/test-signer.test-setup.ts';
import type { PublicSigner } from '../ports/key-vault.ts';
import type { Operations } from '../ports/operations.ts';
import type { PublicChain } from '../ports/public-chain.ts';
import type { FinalTransaction } from '../ports/recovered-transactions.ts';
import { createMemoryOperations } from '../simulator/memory-operations.ts';
import { createMemoryRepository } from '../simulator/memory-repository.ts';
import { createScriptedChain } from '../simulator/scripted-chain.ts';
import { type SignPlan, signPlan, vaultSigner } from './sign-plan.ts';
import type { Preparation, PreparedOperation, Submission } from './submission.ts';
import { createSubmitOperation } from './submit-operation.ts';

const POOL = `0x${'c3'.repeat(20)}` as PublicAddress;
const session = { userId: uuidOf(0xa11ce), sessionId: uuidOf(9), accessToken: 'token' };

describe('an operation that is submitted', () => {
  test('is signed, stored and then sent', async () => {
    const { submit, stored, effects } = setUp();
    const outcome = await submit();
    expect(outcome).toMatchObject({
      kind: 'sent',
      operation: { status: 'broadcast', feeTokenId: POL.id, createdAt: START },
    });
    expect(stored()).toHaveLength(1);
    const signatures = Array.from({ length: 5 }, () => 'sign');
    expect(effects).toEqual(['prepare', ...signatures, 'sign-cancellation', 'stored', 'broadcast']);
  });

  test('has its approval signed first, under the nonce before', async () => {
    const { submit, signed, stored } = setUp();
    const approval = { to: POOL, value: 0n, data: '0xa1', gas: 50_000n } as const;
    expect(await submit({ prepared: { approval } })).toMatchObject({ kind: 'sent' });
    expect(signed.map(({ to, nonce }) => [to, nonce])).toEqual([
      ...Array.from({ length: 5 }, () => [POOL, 0]),
      ...Array.from({ length: 5 }, () => [BOB, 1]),
    ]);
    expect(stored()[0]).toMatchObject({ signing: { nonce: 1, approval: { nonce: 0 } } });
  });

  test('is prepared with an approval of its own when another one uses the allowance meanwhile', async () => {
    const { submit, signed, effects } = setUp();
    const approval = { to: POOL, value: 0n, data: '0xa1', gas: 50_000n } as const;
    const claim = { prepared: { kind: 'swap' } } as const;
    await submit({ key: 'other', ...claim });
    signed.length = effects.length = 0;
    expect(await submit({ ...claim, approval })).toMatchObject({ kind: 'sent' });
    expect(effects.filter((effect) => effect === 'prepare')).toHaveLength(2);
    const nonces = new Map(signed.map(({ to, nonce }) => [to, nonce]));
    expect([...nonces]).toEqual([
      [POOL, 1],
      [BOB, 2],
    ]);
  });

  test.each([
    [63_999n, 4, 8_000n],
    [31_999n, 3, 4_000n],
    [4_000n, 3, 4_000n],
  ])(
    'has fewer rungs where %s base units are all there is for fees',
    async (native, rungs, ceiling) => {
      const { submit, signed } = setUp();
      const chainState = { ...stateOf(), nativeBalance: native as BaseUnits };
      const outcome = await submit({ prepared: { chainState } });
      expect(outcome).toMatchObject({ kind: 'sent', operation: { feeCeiling: ceiling } });
      expect(signed).toHaveLength(rungs);
    },
  );

  test('has no more than the usual rungs where other operations hold the rest', async () => {
    const { submit, signed } = setUp();
    const chainState = { ...stateOf(), nativeBalance: 64_000n as BaseUnits };
    const submitNext = async (key: string) => {
      signed.length = 0;
      const { kind } = await submit({ key, prepared: { chainState } });
      return [kind, signed.length];
    };
    for (const key of ['a', 'b', 'c', 'd']) expect(await submitNext(key)).toEqual(['sent', 5]);
    expect(await submitNext('e')).toEqual(['insufficient-funds', 0]);
    const one = { ...chainState, nativeBalance: 68_000n as BaseUnits };
    expect(await submit({ key: 'f', prepared: { chainState: one } })).toMatchObject({
      kind: 'sent',
      operation: { feeCeiling: 4_000n },
    });
    expect(signed).toHaveLength(3);
  });

  test('is left to the worker where the request does not publish', async () => {
    const { submit, operations, effects } = setUp();
    const outcome = await submit({ publishedBy: 'worker' });
    expect(outcome).toMatchObject({ kind: 'sent', operation: { status: 'signed' } });
    expect(effects).not.toContain('broadcast');
    const due = await operations.claimDue({ now: START, leaseMs: 1_000, limit: 10 });
    expect(due).toHaveLength(1);
  });

  test('belongs to its request for 15 seconds where that publishes', async () => {
    const { submit, operations } = setUp({ isRecordBroken: true });
    await submit();
    const dueAt = (ms: number) =>
      operations.claimDue({ now: new Date(START.getTime() + ms), leaseMs: 1_000, limit: 10 });
    expect(await dueAt(14_999)).toEqual([]);
    expect(await dueAt(15_000)).toHaveLength(1);
  });

  test('is sent although it could not be marked so, and that is reported', async () => {
    const { submit, reports } = setUp({ isRecordBroken: true });
    expect(await submit()).toMatchObject({ kind: 'sent' });
    expect(reports).toMatchObject([{ message: 'A payment is not marked as sent.' }]);
  });
});

describe('a repeat', () => {
  test('gets what is stored; nothing is prepared or signed', async () => {
    const harness = setUp();
    const first = await harness.submit();
    const effects = [...harness.effects];
    const restarted = harness.restart();
    expect(await restarted({ key: 'key' })).toMatchObject({
      kind: 'exists',
      operation: { id: first.kind === 'sent' && first.operation.id },
    });
    expect(harness.effects).toEqual(effects);
  });

  test('shares the outcome while the first is running', async () => {
    const { submit, stored, effects } = setUp();
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => submit()));
    expect(new Set(outcomes).size).toBe(1);
    expect(stored()).toHaveLength(1);
    expect(effects.filter((effect) => effect === 'prepare')).toHaveLength(1);
  });

  test('running in another process is the same operation', async () => {
    const harness = setUp();
    const outcomes = await Promise.all([harness.submit(), harness.restart()()]);
    expect(outcomes.map(({ kind }) => kind).sort()).toEqual(['exists', 'sent']);
    expect(harness.stored()).toHaveLength(1);
  });

  test('gets what is stored when its own funds are insufficient because the first was paid', async () => {
    const harness = setUp();
    const other = harness.restart();
    const chainState = { ...stateOf(), tokenBalance: 24_999_999n as BaseUnits };
    const outcome = await other({ prepared: { chainState }, meanwhile: () => harness.submit() });
    expect(outcome).toMatchObject({ kind: 'exists' });
    expect(harness.stored()).toHaveLength(1);
  });

  test('with another request under the key learns whose key it is, stored or running', async () => {
    const { submit, stored } = setUp();
    const [first, other] = await Promise.all([submit(), submit({ fingerprint: 'another' })]);
    const operationId = stored()[0]?.id;
    expect(first).toMatchObject({ kind: 'sent' });
    expect(other).toEqual({ kind: 'key-reused', operationId });
    expect(await submit({ fingerprint: 'another' })).toEqual({ kind: 'key-reused', operationId });
    expect(stored()).toHaveLength(1);
  });
});

describe('an operation that is not submitted', () => {
  test('was refused by its own preparation, and the key is free again', async () => {
    const { submit, stored } = setUp();
    expect(await submit({ refusal: 'not today' })).toEqual({
      kind: 'refused',
      refusal: 'not today',
    });
    expect(stored()).toEqual([]);
    expect(await submit()).toMatchObject({ kind: 'sent' });
  });

  test.each([
    ['token', { tokenBalance: 24_999_999n as BaseUnits }, 24_999_999n, 16_000n],
    ['fee', { nativeBalance: 3_999n as BaseUnits }, 3_999n, 4_000n],
  ] as const)('has too little of the %s by itself', async (of, state, available, feeCeiling) => {
    const { submit, effects } = setUp();
    const chainState = { ...stateOf(), ...state };
    expect(await submit({ prepared: { chainState } })).toEqual({
      kind: 'insufficient-funds',
      of,
      available,
      feeToken: POL,
      feeCeiling,
    });
    expect(effects).toEqual(['prepare']);
  });

  test('has too little of what other operations leave', async () => {
    const { submit, stored, effects } = setUp();
    const chainState = { ...stateOf(), tokenBalance: 30_000_000n as BaseUnits };
    await submit({ prepared: { chainState } });
    effects.length = 0;
    expect(await submit({ key: 'second', prepared: { chainState } })).toMatchObject({
      kind: 'insufficient-funds',
      of: 'token',
      available: 5_000_000n,
    });
    expect(stored()).toHaveLength(1);
    expect(effects).toEqual(['prepare']);
  });

  test('would cost more than nodes accept for one transaction', async () => {
    const { submit, effects } = setUp();
    const { fees } = buildPrepared();
    const capped = { ...fees, feeCap: 1_099n };
    expect(await submit({ prepared: { fees: capped } })).toEqual({ kind: 'fee-above-cap' });
    expect(effects).toEqual(['prepare']);
    const fitting = { ...fees, feeCap: 1_100n };
    expect(await submit({ prepared: { fees: fitting } })).toMatchObject({
      kind: 'sent',
      operation: { feeCeiling: 1_100n },
    });
  });

  test('has no signer any more', async () => {
    const { submit, stored } = setUp({ isLocked: true });
    expect(await submit()).toEqual({ kind: 'locked' });
    expect(stored()).toEqual([]);
  });

  test('has no user any more', async () => {
    const { submit, stored, signed, effects, removedUsers } = setUp();
    const meanwhile = async () => removedUsers.add(session.userId);
    expect(await submit({ meanwhile })).toEqual({ kind: 'locked' });
    expect([stored(), signed, effects]).toEqual([[], [], ['prepare']]);
  });

  test('would be signed by another address: nothing is stored or sent, and the nonce stays free', async () => {
    const { submit, stored, signed, effects } = setUp();
    const bob: SignPlan = (plan) => signPlan(signerOf(testSigner(1), signed, effects), plan);
    await expect(submit({ sign: bob })).rejects.toThrow(`The key of ${BOB} was opened`);
    expect([stored(), signed]).toEqual([[], []]);
    expect(effects).toEqual(['prepare']);
    expect(await submit()).toMatchObject({ operation: { signing: { nonce: 0 } } });
  });

  type Signatures = readonly TransactionSignature[];

  test.each<[string, (signatures: Signatures) => Signatures]>([
    ['with a signature less', (signatures) => signatures.slice(1)],
    ['with a signature more', (signatures) => [...signatures, ...signatures.slice(-1)]],
    ['with the same signature for two rungs', ([first, , ...rest]) => same(first, rest)],
    ['in another order', (signatures) => signatures.toReversed()],
    ['with nothing', () => []],
    ['with what is no signature', (signatures) => ['0x', ...signatures.slice(1)]],
    ['with another recovery', ([first, ...rest]) => [flipped(first), ...rest]],
  ])('was signed %s than planned', async (_what, change) => {
    const { submit, stored, signed, effects } = setUp();
    const sign: SignPlan = async (plan) =>
      change(await signPlan(signerOf(testSigner(), signed, effects), plan));
    await expect(submit({ sign })).rejects.toThrow('was not planned');
    expect(stored()).toEqual([]);
    expect(effects).not.toContain('broadcast');
  });

  const plans: readonly [string, (plan: PublicPlan) => PublicPlan][] = [
    ['another nonce', (plan) => ({ ...plan, call: { ...plan.call, nonce: plan.call.nonce + 1 } })],
    ['another amount', (plan) => ({ ...plan, call: { ...plan.call, value: 7n } })],
    ['another recipient', (plan) => ({ ...plan, call: { ...plan.call, to: ALICE } })],
    ['another chain', (plan) => ({ ...plan, chainId: plan.chainId + 1 })],
    ['other fees', (plan) => ({ ...plan, fees: { ...plan.fees, maxFeePerGas: 1n } })],
    ['a rung less', (plan) => ({ ...plan, rungs: plan.rungs - 1 })],
    ['an approval more', (plan) => ({ ...plan, approval: { ...plan.call, nonce: 9 } })],
  ];

  test.each(plans)('was signed with %s than planned', async (_what, change) => {
    const { submit, stored, effects } = setUp();
    const sign: SignPlan = (plan) => signPlan(testSigner(), change(plan));
    await expect(submit({ sign })).rejects.toThrow('was not planned');
    expect(stored()).toEqual([]);
    expect(effects).not.toContain('broadcast');
  });

  test('was signed with another key than its account’s', async () => {
    const { submit, stored, effects } = setUp();
    const sign: SignPlan = (plan) => signPlan({ ...testSigner(1), address: plan.account }, plan);
    await expect(submit({ sign })).rejects.toThrow('was not planned');
    expect([stored(), effects]).toEqual([[], ['prepare']]);
  });

  test('is not what was requested: nothing is signed, stored or sent', async () => {
    const { submit, stored, effects } = setUp();
    const check = () => ({ ok: false, check: 'recipient' }) as const;
    await expect(submit({ check })).rejects.toThrow('not what was requested: recipient');
    expect([stored(), effects]).toEqual([[], ['prepare']]);
  });
});

function same(first: TransactionSignature | undefined, rest: readonly TransactionSignature[]) {
  return first === undefined ? rest : [first, first, ...rest];
}

function flipped(signature: TransactionSignature = '0x'): TransactionSignature {
  return `0x0${signature[3] === '0' ? '1' : '0'}${signature.slice(4)}`;
}

describe('a database that does not respond', () => {
  test('after it stored: the stored operation is replayed and never signed again', async () => {
    const { submit, stored, effects } = setUp({ lostResponse: 'after' });
    expect(await submit()).toMatchObject({ kind: 'exists', operation: { status: 'signed' } });
    expect(stored()).toHaveLength(1);
    const signatures = [...Array.from({ length: 5 }, () => 'sign'), 'sign-cancellation'];
    expect(effects).toEqual(['prepare', ...signatures, 'stored']);
    expect(await submit()).toMatchObject({ kind: 'exists' });
    expect(effects.filter((effect) => effect === 'sign')).toHaveLength(5);
  });

  test('before it stored: the failure is passed on, and the key is free again', async () => {
    const { submit, stored } = setUp({ lostResponse: 'before' });
    await expect(submit()).rejects.toThrow('The connection was lost.');
    expect(stored()).toEqual([]);
    expect(await submit()).toMatchObject({ kind: 'sent' });
  });
});

describe('after a failover that lost commits', () => {
  /** The network has the payment of these tests; the records do not. */
  const behind: Partial<PublicChain> = {
    transactionCount: async () => 1,
    nextInPools: async () => 1,
    finalTransaction: async () => FOUND,
  };

  test('nothing is signed for two minutes', async () => {
    const { submit, failOver, effects } = setUp();
    failOver({ agoMs: null });
    expect(await submit()).toEqual({ kind: 'reconciling', found: null });
    expect(await submit()).toEqual({ kind: 'reconciling', found: null });
    expect(effects).not.toContain('sign');
  });

  test('a request that was carried out gets its transaction, once, whatever its preparation says', async () => {
    const { submit, failOver, effects, stored, reports } = setUp({ chain: behind });
    failOver({ agoMs: 121_000 });
    const outcome = await submit({ sought, refusal: 'amount-above-balance' });
    expect(outcome).toMatchObject({ kind: 'sent', operation: { signing: { nonce: 0 } } });
    expect(await submit({ sought })).toMatchObject({ kind: 'exists' });
    expect(stored()).toHaveLength(1);
    expect(effects).not.toContain('sign');
    expect(reports).toMatchObject([{ cause: { message: expect.stringContaining(FOUND.hash) } }]);
    expect(await submit({ sought, key: 'other' })).toMatchObject({
      ...{ kind: 'sent', operation: { signing: { nonce: 1 } } },
    });
  });

  test('another payment is signed after what was found', async () => {
    const { submit, failOver } = setUp({ chain: behind });
    failOver({ agoMs: 121_000 });
    const other = async () => ({ ...(await sought()), pattern: { ...PATTERN, value: 1n } });
    expect(await submit({ sought: other })).toMatchObject({
      ...{ kind: 'sent', operation: { signing: { nonce: 1 } } },
    });
  });

  test('what cannot be told from the one that was found is refused, and names it', async () => {
    const { submit, failOver, effects } = setUp({ chain: behind });
    failOver({ agoMs: 121_000 });
    expect(await submit()).toEqual({ kind: 'reconciling', found: FOUND.hash });
    expect(effects).not.toContain('sign');
  });

  test('nothing is signed while the block is not final, or the transaction waits in a pool', async () => {
    const waiting = { ...behind, transactionCount: async () => 0 };
    for (const chain of [{ ...behind, finalTransaction: async () => null }, waiting]) {
      const { submit, failOver } = setUp({ chain });
      failOver({ agoMs: 121_000 });
      expect(await submit({ sought })).toEqual({ kind: 'reconciling', found: null });
    }
  });

  test('an older one is found by the history of the account', async () => {
    const forgetful = {
      ...{ ...behind, finalTransaction: async () => null },
      finalTransactionOf: async () => FOUND,
    };
    const { submit, failOver } = setUp({ chain: forgetful, history: [FOUND.hash] });
    failOver({ agoMs: 121_000 });
    expect(await submit({ sought })).toMatchObject({ operation: { signing: { nonce: 0 } } });
  });
});

const FOUND: FinalTransaction = {
  ...{ nonce: 0, hash: hashOf(700), raw: '0x02', to: BOB, value: 0n, data: '0x01' },
  ...{ feeCeiling: 9n as BaseUnits, blockNumber: 1n, blockHash: hashOf(1), minedAt: START },
};
const PATTERN = { to: BOB, value: 0n, dataLike: '0x01' };

async function sought() {
  const { kind, chainId, account, recipient, tokenId, amount, pool } = buildPrepared();
  const details = { kind, chainId, account, recipient, tokenId, amount, pool };
  return { details: { ...details, feeTokenId: POL.id }, pattern: PATTERN };
}

const clock = { now: () => START };

interface Failures {
  readonly isLocked?: boolean;
  readonly isRecordBroken?: boolean;
  readonly chain?: Partial<PublicChain>;
  /** Transactions that no operation explains. */
  readonly history?: readonly TransactionHash[];
  /** Loses the first response to `signNext`, before or after it stored. */
  readonly lostResponse?: 'before' | 'after';
}

interface Attempt {
  readonly key?: string;
  readonly fingerprint?: string;
  readonly publishedBy?: Submission['publishedBy'];
  readonly prepared?: Partial<PreparedOperation>;
  /** Prepared once the allowance is known to be another operation's. */
  readonly approval?: PreparedOperation['approval'];
  readonly refusal?: string;
  readonly sign?: SignPlan;
  readonly check?: Parameters<typeof vaultSigner>[2];
  readonly sought?: Submission['sought'];
  /** What happens while it is prepared. */
  readonly meanwhile?: () => Promise<unknown>;
}

function setUp(failures: Failures = {}) {
  const repository = createMemoryRepository();
  const signed: UnsignedTransaction[] = [];
  const effects: string[] = [];
  const reports: unknown[] = [];
  let ids = 0;
  const memory = {
    ...createMemoryOperations(repository, clock),
    unexplained: async () => failures.history ?? [],
  };
  const operations = withFailures(memory, failures, effects);
  const ports = {
    operations,
    chains: new Map([
      [
        31337,
        createScriptedChain({
          ...failures.chain,
          broadcast: async () => {
            effects.push('broadcast');
            return { kind: 'accepted' };
          },
        }),
      ],
    ]),
    clock,
    randomness: { uuid: () => uuidOf(++ids) },
    assemble: assembleTransaction,
    report: (error: unknown) => reports.push(error),
    vault: {
      withPublicSigner: async <T>(_bearer: unknown, work: (signer: PublicSigner) => Promise<T>) =>
        failures.isLocked
          ? ({ ok: false, reason: 'locked' } as const)
          : ({ ok: true, value: await work(signerOf(testSigner(), signed, effects)) } as const),
    },
  };
  function start() {
    const submit = createSubmitOperation<string>(ports);
    return (attempt: Attempt = {}) => {
      const { sign } = attempt;
      const submission: Submission = {
        userId: session.userId,
        idempotencyKey: attempt.key ?? 'key',
        fingerprint: attempt.fingerprint ?? 'send',
        publishedBy: attempt.publishedBy ?? 'request',
        ...(attempt.sought && { sought: attempt.sought }),
        account: { chainId: 31337, account: ALICE, userId: session.userId },
        withSigner:
          sign === undefined
            ? vaultSigner(ports, session, attempt.check)
            : async (work) => ({ ok: true, value: await work(sign) }),
      };
      return submit(submission, async ({ isClaimed }): Promise<Preparation<string>> => {
        effects.push('prepare');
        await attempt.meanwhile?.();
        if (attempt.refusal !== undefined) return { ok: false, refusal: attempt.refusal };
        const approval = isClaimed && attempt.approval ? { approval: attempt.approval } : {};
        return { ok: true, prepared: { ...buildPrepared(), ...attempt.prepared, ...approval } };
      });
    };
  }
  const failOver = ({ agoMs }: { readonly agoMs: number | null }) => {
    const { server } = repository;
    server.timeline += 1;
    if (agoMs !== null) server.seenAt.set(server.timeline, new Date(START.getTime() - agoMs));
  };
  const stored = () => [...repository.entries.values()].map(({ operation }) => operation);
  const { removedUsers } = repository;
  return {
    submit: start(),
    failOver,
    restart: start,
    operations,
    stored,
    signed,
    effects,
    reports,
    removedUsers,
  };
}

function withFailures(memory: Operations, failures: Failures, effects: string[]): Operations {
  let isLost = false;
  return {
    ...memory,
    async signNext(...given) {
      const isNowLost = failures.lostResponse !== undefined && !isLost;
      isLost = true;
      if (isNowLost && failures.lostResponse === 'before')
        throw new Error('The connection was lost.');
      const outcome = await memory.signNext(...given);
      if (outcome.kind === 'signed') effects.push('stored');
      if (isNowLost) throw new Error('The connection was lost.');
      return outcome;
    },
    record: (...given) =>
      failures.isRecordBroken ? Promise.reject(new Error('no database')) : memory.record(...given),
  };
}

function signerOf(
  key: PublicSigner,
  signed: UnsignedTransaction[],
  effects: string[],
): PublicSigner {
  const { address } = key;
  return {
    address,
    sign: async (transaction) => {
      const isCancellation = transaction.to === address;
      effects.push(isCancellation ? 'sign-cancellation' : 'sign');
      if (!isCancellation) signed.push(transaction);
      return key.sign(transaction);
    },
    signMessage: () => Promise.reject(new Error('No message has to be signed.')),
  };
}

function stateOf(): PreparedOperation['chainState'] {
  const plenty = (10n ** 24n) as BaseUnits;
  return {
    readAt: START,
    blockNumber: 0n,
    tokenBalance: plenty,
    nativeBalance: plenty,
    transactionCount: 0,
  };
}

function buildPrepared(): PreparedOperation {
  return {
    kind: 'send',
    chainId: 31337,
    account: ALICE,
    recipient: BOB,
    tokenId: USDC.id,
    amount: 25_000_000n as BaseUnits,
    feeToken: POL,
    pool: null,
    approval: null,
    call: { to: BOB, value: 0n, data: '0x01', gas: 20n },
    fees: { maxFeePerGas: 100n, maxPriorityFeePerGas: 10n, feeCap: 10n ** 18n },
    estimatedFee: 1_000n as BaseUnits,
    chainState: stateOf(),
  };
}
