import { describe, expect, test, vi } from 'vitest';
import { type BaseUnits, toBaseUnits } from '#domain/amount/base-units';
import { cancellationsOf, isCancelled } from '#domain/operation/cancellation';
import { isFollowed } from '#domain/operation/following';
import {
  type FollowedOperation,
  isOpen,
  type OpenOperation,
  type SignedOperation,
} from '#domain/operation/operation';
import { isPaidInPart, transactionHash } from '#domain/operation/outcome';
import { transition } from '#domain/operation/transition';
import type { UnsignedTransaction } from '#domain/operation/unsigned-transaction';
import { ALICE, BOB, USDC } from '#testing/network';
import {
  buildInclusion,
  buildPrivateTransaction,
  buildRepricing,
  buildShield,
  buildSigned,
  buildSignedNonce,
  buildSigningWithApproval,
  buildTriedPrivateTransaction,
  hashOf,
  NONCE_TAKEN,
  PAID_BY_COPY,
  PAID_IN_PART,
  START,
} from '#testing/operation';
import type { BroadcastOutcome, PublicChain, Receipt } from '../ports/public-chain.ts';
import {
  anotherTransaction,
  createScriptedChain,
  readScripted,
} from '../simulator/scripted-chain.ts';
import { advanceOperation, type Heads } from './advance-operation.ts';

const heads: Heads = {
  latest: { number: 20n, hash: 'latest' },
  finalized: { number: 9n, hash: 'finalized' },
};
const finalHeads: Heads = { ...heads, finalized: { number: 10n, hash: 'finalized' } };
const signed = open(buildSigned());
const broadcast = open(transition(signed, { type: 'tried', rung: 0, at: START, isAccepted: true }));
const mined = open(transition(broadcast, { type: 'mined', inclusion: buildInclusion() }));

describe('a payment that was signed', () => {
  test('is sent with the stored bytes of the cheapest rung', async () => {
    const send = sender({ kind: 'accepted' });
    const next = await advance(signed, { broadcast: send });
    expect(send.mock.calls).toEqual([[signed.signing.ladder[0]?.raw]]);
    expect(next.status).toBe('broadcast');
  });

  test.each<BroadcastOutcome>([
    { kind: 'unknown', reason: 'timeout' },
    { kind: 'insufficient-funds' },
    { kind: 'nonce-too-low' },
  ])('keeps its nonce and its bytes when a node says $kind', async (outcome) => {
    const next = await advance(signed, { broadcast: sender(outcome) });
    expect(next.status).toBe('signed');
    expect(next.signing).toBe(signed.signing);
  });

  test('takes the next rung immediately when the fee is too low', async () => {
    const send = sender({ kind: 'underpriced' }, { kind: 'accepted' });
    const next = await advance(signed, { broadcast: send });
    expect(send).toHaveBeenCalledTimes(2);
    expect(next.sending.rungsTried).toBe(2);
  });

  test('is found mined although its sending was never recorded', async () => {
    const next = await advance(signed, { receipt: receiptOf(hashOf(100)) });
    expect(next).toMatchObject({ status: 'mined', inclusion: { blockNumber: 10n } });
  });
});

describe('a payment that waits for its block', () => {
  test.each([
    [29_999, 0],
    [30_000, 1],
    [90_000, 1],
  ])('after %i ms sends %i more rung', async (ms, count) => {
    const send = sender({ kind: 'accepted' });
    await advance(broadcast, { broadcast: send }, { ms });
    expect(send).toHaveBeenCalledTimes(count);
  });

  test('sends the bytes of every rung again, cheapest first, every 30 s when the ladder is used up', async () => {
    let operation: SignedOperation = broadcast;
    for (const rung of [1, 2]) {
      operation = transition(operation, { type: 'tried', rung, at: START, isAccepted: true });
    }
    const send = sender({ kind: 'accepted' }, { kind: 'accepted' }, { kind: 'fee-above-cap' });
    const next = await advance(open(operation), { broadcast: send }, { ms: 100_000 });
    expect(send.mock.calls).toEqual(operation.signing.ladder.map(({ raw }) => [raw]));
    expect(next.status).toBe('broadcast');
    expect(next.signing).toBe(operation.signing);
  });

  const looked = () => ({
    broadcast: sender({ kind: 'nonce-too-low' }),
    transactionCount: async () => 1,
  });
  const foreign = NONCE_TAKEN.by;

  test('is replaced when a final block has another transaction with its nonce', async () => {
    const finalUse = vi.fn(async () => foreign);
    const next = await advance(broadcast, { ...looked(), finalUse }, { ms: 30_000 });
    expect(finalUse).toHaveBeenCalledWith(broadcast.account, broadcast.signing.nonce);
    expect(next).toMatchObject({ status: 'replaced', replacedBy: foreign });
  });

  describe('and a final block has one that does the same under its nonce, of which the record was lost,', () => {
    const unrecorded = async () => ({ ...anotherTransaction(foreign, 0), ...readScripted('0x') });
    const chain = () => ({
      ...looked(),
      ...{ finalUse: async () => foreign, finalTransaction: unrecorded },
    });
    const found = receiptOf(foreign.transactionHash, { blockHash: foreign.blockHash });

    test('is paid by it', async () => {
      const next = await advance(broadcast, { ...chain(), receipt: found }, { ms: 30_000 });
      const inclusion = { transactionHash: foreign.transactionHash, arrived: 25_000_000n };
      expect(next).toMatchObject({ status: 'confirmed', inclusion });
      expect(transactionHash(next)).toBe(foreign.transactionHash);
    });

    test.each<[string, Partial<PublicChain>]>([
      ['the node shows no receipt', {}],
      ['the receipt is of another block', { receipt: receiptOf(foreign.transactionHash) }],
      ['no node shows what it does', { receipt: found, finalTransaction: async () => null }],
    ])('waits while %s', async (_why, more) => {
      const next = await advance(broadcast, { ...chain(), ...more }, { ms: 30_000 });
      expect(next.status).toBe('broadcast');
    });

    test.each<[string, Partial<UnsignedTransaction>]>([
      ['someone else', { to: ALICE }],
      ['another amount', { value: 2n }],
      ['another call', { data: '0x01' }],
    ])('is replaced when it pays %s', async (_what, other) => {
      const finalTransaction = async () => ({ ...(await unrecorded()), ...other });
      const next = await advance(
        broadcast,
        { ...chain(), receipt: found, finalTransaction },
        { ms: 30_000 },
      );
      expect(next.status).toBe('replaced');
    });
  });

  test.each([
    ['no node can show what used its nonce', async () => null],
    ['it was one of its own rungs', async () => ({ ...foreign, transactionHash: hashOf(102) })],
  ])('is not replaced while %s, whatever has no receipt', async (_why, finalUse) => {
    const next = await advance(broadcast, { ...looked(), finalUse }, { ms: 30_000 });
    expect(next.status).toBe('broadcast');
  });

  const replaced = followed(transition(broadcast, NONCE_TAKEN));
  const own = async () => ({ ...foreign, transactionHash: hashOf(101) });

  test('that was replaced stays so while its nonce is not its own in a final block', async () => {
    expect(await advance(replaced, { finalUse: async () => foreign })).toBe(replaced);
    expect(await advance(replaced, { finalUse: async () => null })).toBe(replaced);
    expect(await advance(replaced, { finalUse: own })).toBe(replaced);
  });

  test('that was replaced is confirmed when a final block has it after all', async () => {
    const receipt = receiptOf(hashOf(101));
    const chain = { finalUse: own, receipt, isFinal: async () => true };
    const next = await advance(replaced, chain, { heads: finalHeads });
    expect(next).toMatchObject({ status: 'confirmed' });
    expect('replacedBy' in next).toBe(false);
  });
});

describe('a payment that its user wants faster', () => {
  test('is sent with the next rung immediately, and with no other', async () => {
    const faster = open(transition(broadcast, { type: 'speed-up-requested' }));
    const send = sender({ kind: 'accepted' });
    const next = await advance(faster, { broadcast: send });
    expect(send.mock.calls).toEqual([[faster.signing.ladder[1]?.raw]]);
    expect(next.sending.rungsTried).toBe(2);
    const none = sender();
    await advance(open(next), { broadcast: none });
    expect(none).not.toHaveBeenCalled();
  });
});

const cancel = { type: 'cancellation-requested', reason: 'user', at: START } as const;
const DAY_MS = 24 * 60 * 60_000;

describe('a payment that is to be cancelled', () => {
  const cancelling = open(transition(broadcast, cancel));
  const { cancellation } = cancelling.signing;
  const used = async () => ({ ...NONCE_TAKEN.by, transactionHash: hashOf(108) });

  test('sends its cancellation immediately and every 30 s, and no rung', async () => {
    const send = sender();
    const next = await advance(cancelling, { broadcast: send });
    expect(send.mock.calls).toEqual([[cancellation?.raw]]);
    await advance(open(next), { broadcast: send }, { ms: 30_999 });
    expect(send).toHaveBeenCalledTimes(1);
    await advance(open(next), { broadcast: send }, { ms: 31_000 });
    expect(send.mock.calls).toEqual([[cancellation?.raw], [cancellation?.raw]]);
  });

  test.each<BroadcastOutcome>([
    { kind: 'accepted' },
    { kind: 'nonce-too-low' },
    { kind: 'unknown', reason: 'timeout' },
  ])('is not cancelled because a node says $kind', async (outcome) => {
    const next = await advance(cancelling, { broadcast: sender(outcome) });
    expect(next).toMatchObject({ status: 'broadcast' });
  });

  test('is cancelled when a final block has its cancellation', async () => {
    const next = await advance(cancelling, { broadcast: sender(), finalUse: used });
    expect(next).toMatchObject({
      status: 'replaced',
      replacedBy: { transactionHash: cancellation?.hash },
    });
  });

  test('is followed to its end when any of its rungs was mined all the same', async () => {
    const send = sender();
    const receipt = receiptOf(hashOf(102));
    const next = await advance(cancelling, { broadcast: send, receipt });
    expect(next.status).toBe('mined');
    expect(send).not.toHaveBeenCalled();
  });

  test('sends its cancellation when the block that had it disappears', async () => {
    const send = sender();
    const inBlock = open(transition(cancelling, { type: 'mined', inclusion: buildInclusion() }));
    const next = await advance(inBlock, { broadcast: send });
    expect(send.mock.calls).toEqual([[cancellation?.raw]]);
    expect(next.status).toBe('broadcast');
  });

  test('frees the nonce of its approval first, unless a block has the approval', async () => {
    const shield = transition(buildSigned(buildShield(), buildSigningWithApproval()), cancel);
    const { cancellation, approval } = shield.signing;
    const send = sender();
    await advance(open(shield), { broadcast: send });
    expect(send.mock.calls).toEqual([[approval?.cancellation?.raw], [cancellation?.raw]]);
    const after = sender();
    await advance(open(shield), { broadcast: after, receipt: receiptOf(hashOf(105)) });
    expect(after.mock.calls).toEqual([[cancellation?.raw]]);
  });

  test.each([
    [true, 'replaced'],
    [false, 'broadcast'],
  ])(
    'when no node has the states that lead to its nonce, and a block has its cancellation (final: %s), is %s',
    async (isFinal, status) => {
      const receipt = receiptOf(cancellation?.hash ?? hashOf(0));
      const chain = { broadcast: sender(), receipt, isFinal: async () => isFinal };
      const next = await advance(cancelling, chain);
      expect(next.status).toBe(status);
      if (next.status === 'replaced') {
        expect(next.replacedBy?.transactionHash).toBe(cancellation?.hash);
      }
    },
  );
});

describe('a private payment that did not pay', () => {
  const sent = open(buildSigned(buildPrivateTransaction()));
  const cancelling = open(transition(sent, { ...cancel, reason: 'operator' }));
  const reverted = open(
    transition(sent, { type: 'mined', inclusion: buildInclusion({ isSuccess: false }) }),
  );
  const cancelledBy = { ...NONCE_TAKEN.by, transactionHash: hashOf(108) };
  const inFinalBlock = {
    receipt: receiptOf(hashOf(100), { isSuccess: false }),
    isFinal: async () => true,
  };
  const { copy } = PAID_BY_COPY;
  const endings = [
    ['was cancelled', cancelling, { finalUse: async () => cancelledBy }, cancelledBy, 'replaced'],
    [
      'lost its nonce',
      cancelling,
      { finalUse: async () => NONCE_TAKEN.by },
      NONCE_TAKEN.by,
      'replaced',
    ],
    ['failed in its block', reverted, inFinalBlock, { blockNumber: 10n }, 'reverted'],
  ] as const;

  test.each(endings)(
    'and %s ends so while its notes are unspent',
    async (_what, operation, script, decidedIn, status) => {
      const noteUse = vi.fn<PublicChain['noteUse']>(async () => ({ kind: 'unspent' }));
      const chain = { broadcast: sender(), ...script, noteUse };
      expect((await advance(operation, chain, { heads: finalHeads })).status).toBe(status);
      const { ladder, signedAt } = operation.signing;
      expect(noteUse.mock.calls).toMatchObject([
        [{ raw: ladder[0]?.raw, since: signedAt, decidedIn }],
      ]);
    },
  );

  test.each(endings)(
    'and %s is confirmed when someone sent a copy',
    async (_what, operation, script) => {
      const noteUse = async () => ({ kind: 'paid', copy }) as const;
      const chain = { broadcast: sender(), ...script, noteUse };
      const next = await advance(operation, chain, { heads: finalHeads });
      expect(next).toMatchObject({ status: 'confirmed', inclusion: copy });
    },
  );

  test.each(endings)(
    'and %s ends so when its notes were spent for something else',
    async (_what, operation, script, _decidedIn, status) => {
      const noteUse = async () => ({ kind: 'otherwise' }) as const;
      const chain = { broadcast: sender(), ...script, noteUse };
      expect((await advance(operation, chain, { heads: finalHeads })).status).toBe(status);
    },
  );

  test.each(endings)(
    'and %s ends so when another operation made the same of its notes',
    async (_what, operation, script, _decidedIn, status) => {
      const noteUse = async () => ({ kind: 'paid', copy }) as const;
      const chain = { broadcast: sender(), ...script, noteUse };
      const next = await advance(operation, chain, { heads: finalHeads, isOfAnother: true });
      expect(next.status).toBe(status);
    },
  );

  test.each(endings)(
    'and %s stays open while no node can tell',
    async (_what, operation, script) => {
      const chain = { broadcast: sender(), ...script, noteUse: async () => null };
      const next = await advance(operation, chain, { heads: finalHeads });
      expect(isOpen(next)).toBe(true);
    },
  );

  test('is looked at again when it was called replaced: a copy may come later', async () => {
    const replaced = followed(transition(cancelling, { ...NONCE_TAKEN, by: cancelledBy }));
    const finalUse = async () => cancelledBy;
    expect(await advance(replaced, { finalUse })).toBe(replaced);
    expect(await advance(replaced, { finalUse, noteUse: async () => null })).toBe(replaced);
    const noteUse = async () => ({ kind: 'paid', copy }) as const;
    const ofAnother = await advance(replaced, { finalUse, noteUse }, { isOfAnother: true });
    expect(ofAnother).toBe(replaced);
    expect(await advance(replaced, { finalUse, noteUse })).toMatchObject({
      status: 'confirmed',
      inclusion: copy,
    });
  });

  const partly = async () => ({ kind: 'in-part', part: PAID_IN_PART.part }) as const;

  test.each(endings)(
    'and %s is called paid in part when someone sent only some of its proofs',
    async (_what, operation, script) => {
      const chain = { broadcast: sender(), ...script, noteUse: partly };
      const next = await advance(operation, chain, { heads: finalHeads });
      expect(next).toMatchObject({ status: 'replaced', replacedBy: PAID_IN_PART.part });
      expect(isPaidInPart(next)).toBe(true);
    },
  );

  test('is called paid in part when a part comes after its cancellation', async () => {
    const replaced = followed(transition(cancelling, { ...NONCE_TAKEN, by: cancelledBy }));
    const chain = { finalUse: async () => cancelledBy, noteUse: partly };
    expect(isPaidInPart(await advance(replaced, chain))).toBe(true);
  });

  test.each(endings)(
    'and %s is looked at again when a part was paid, until all of them are',
    async (_what, operation, script) => {
      const { part } = PAID_IN_PART;
      const inPart = followed(transition(operation, PAID_IN_PART));
      const noteUse = vi.fn<PublicChain['noteUse']>(partly);
      const again = { ...script, broadcast: sender(), noteUse };
      expect(await advance(inPart, again, { heads: finalHeads })).toBe(inPart);
      expect(noteUse.mock.calls).toMatchObject([[{ decidedIn: part }]]);
      // Its owner has paid the rest from the notes that were left, or no node can tell.
      for (const use of [{ kind: 'otherwise' } as const, null]) {
        noteUse.mockResolvedValueOnce(use);
        expect(await advance(inPart, again, { heads: finalHeads })).toBe(inPart);
      }
      noteUse.mockResolvedValueOnce({ kind: 'paid', copy });
      const next = await advance(inPart, again, { heads: finalHeads });
      expect(next).toMatchObject({ status: 'confirmed', inclusion: copy });
    },
  );

  test('is the only kind whose notes are looked for', async () => {
    const noteUse = vi.fn<PublicChain['noteUse']>();
    const finalUse = async () => NONCE_TAKEN.by;
    const chain = { broadcast: sender({ kind: 'nonce-too-low' }), finalUse, noteUse };
    const replaced = followed(await advance(signed, chain));
    expect(replaced.status).toBe('replaced');
    expect(await advance(replaced, chain)).toBe(replaced);
    expect(noteUse).not.toHaveBeenCalled();
  });
});

describe('a payment that no block had for a day', () => {
  test('is sent until then', async () => {
    const send = sender({ kind: 'accepted' });
    await advance(broadcast, { broadcast: send }, { ms: DAY_MS - 1 });
    expect(send.mock.calls).not.toContainEqual([broadcast.signing.cancellation?.raw]);
    expect(send).toHaveBeenCalled();
  });

  test.each([broadcast, signed, open(buildSigned(buildPrivateTransaction()))])(
    'is cancelled, and never sent again ($kind, $status)',
    async (operation) => {
      const send = sender();
      const next = await advance(operation, { broadcast: send }, { ms: DAY_MS });
      expect(send.mock.calls).toEqual([[operation.signing.cancellation?.raw]]);
      expect(next.sending.cancelRequest?.reason).toBe('expired');
    },
  );

  test('is only looked for when it was signed without a cancellation', async () => {
    const without = { ...broadcast, signing: { ...broadcast.signing, cancellation: null } };
    const send = sender();
    expect(await advance(without, { broadcast: send }, { ms: DAY_MS })).toBe(without);
    expect(send).not.toHaveBeenCalled();
    const finalUse = async () => NONCE_TAKEN.by;
    const taken = await advance(without, { broadcast: send, finalUse }, { ms: DAY_MS });
    expect(taken.status).toBe('replaced');
  });

  test('is confirmed when a block had it before anyone looked', async () => {
    const next = await advance(broadcast, { receipt: receiptOf(hashOf(100)) }, { ms: DAY_MS });
    expect(next).toMatchObject({ status: 'mined', sending: { cancelRequest: null } });
  });
});

describe('a private payment that was re-priced', () => {
  const tried = buildTriedPrivateTransaction();
  const repriced = open(transition(tried, buildRepricing()));

  test('sends its new rung at once, and then all of them every 30 s', async () => {
    const send = sender({ kind: 'accepted' });
    const next = followed(await advance(repriced, { broadcast: send }));
    expect(send.mock.calls).toEqual([[repriced.signing.ladder[3]?.raw]]);
    expect(next.sending.rungsTried).toBe(4);
    const again = sender(...repriced.signing.ladder.map(() => ({ kind: 'accepted' }) as const));
    await advance(next, { broadcast: again }, { ms: 400_000 });
    expect(again.mock.calls).toEqual(repriced.signing.ladder.map(({ raw }) => [raw]));
  });

  test.each([100, 101, 102, 500])('is found by whichever rung a block has (%i)', async (hash) => {
    const next = await advance(repriced, { receipt: receiptOf(hashOf(hash)) });
    expect(next).toMatchObject({ status: 'mined', inclusion: { transactionHash: hashOf(hash) } });
  });

  test('is not called replaced when a block has a rung of the old ladder', async () => {
    const use = { ...NONCE_TAKEN.by, transactionHash: hashOf(102) };
    const script = { finalUse: async () => use, broadcast: sender({ kind: 'nonce-too-low' }) };
    expect(await advance(repriced, script)).toMatchObject({ status: 'broadcast' });
  });

  test('sends all its cancellations when it is to be cancelled, cheapest first', async () => {
    const event = { type: 'cancellation-requested', reason: 'operator', at: START } as const;
    const cancelling = open(transition(repriced, event));
    const send = sender({ kind: 'underpriced' }, { kind: 'accepted' });
    await advance(cancelling, { broadcast: send });
    expect(send.mock.calls).toEqual(cancellationsOf(cancelling.signing).map(({ raw }) => [raw]));
    expect(send).toHaveBeenCalledTimes(2);
  });

  test.each([108, 508])(
    'is cancelled by whichever cancellation a final block has (%i)',
    async (hash) => {
      const event = { type: 'cancellation-requested', reason: 'operator', at: START } as const;
      const cancelling = open(transition(repriced, event));
      const next = await advance(cancelling, {
        broadcast: async () => ({ kind: 'accepted' }),
        receipt: receiptOf(hashOf(hash)),
        isFinal: async () => true,
      });
      expect(next.status).toBe('replaced');
      expect(isCancelled(next)).toBe(true);
    },
  );

  test('sends a cancellation that was signed later at once', async () => {
    const at = new Date(START.getTime() + 1_000);
    const event = { type: 'cancellation-requested', reason: 'expired', at: START } as const;
    const sent = transition(transition(tried, event), { type: 'cancellation-tried', at });
    const dearer = open(transition(sent, { ...buildRepricing(), rung: null }));
    const send = sender({ kind: 'underpriced' }, { kind: 'accepted' });
    const next = await advance(dearer, { broadcast: send }, { ms: 1_001 });
    expect(send.mock.calls.at(-1)).toEqual([buildRepricing().cancellation.raw]);
    expect(next.sending.lastTriedAt).toEqual(new Date(START.getTime() + 1_001));
  });
});

describe('a payment that was mined', () => {
  test('is looked for under the hash that was found before any other', async () => {
    const looked: string[] = [];
    const known = receiptOf(hashOf(100));
    await advance(mined, {
      receipt: (hash) => {
        looked.push(hash);
        return known(hash);
      },
    });
    expect(looked).toEqual([hashOf(100)]);
  });

  test('is left as it is until its block is final', async () => {
    expect(await advance(mined, { receipt: receiptOf(hashOf(100)) })).toBe(mined);
  });

  test.each([
    [true, 'confirmed'],
    [false, 'reverted'],
  ])('with success %s is %s when its block is final', async (isSuccess, status) => {
    const operation = open(
      transition(broadcast, { type: 'mined', inclusion: buildInclusion({ isSuccess }) }),
    );
    const script = {
      receipt: receiptOf(hashOf(100), { isSuccess }),
      isFinal: async () => true,
    };
    const next = await advance(operation, script, { heads: finalHeads });
    expect(next.status).toBe(status);
  });

  test.each([
    ['everything', 25_000_000n, 'confirmed'],
    ['a part', 24_500_000n, 'confirmed'],
    ['nothing', 0n, 'reverted'],
  ])('of which its token recorded %s stores that with its end', async (_what, units, status) => {
    const transfers =
      units === 0n ? [] : [{ tokenId: USDC.id, to: BOB, units: toBaseUnits(units) }];
    const script = {
      receipt: receiptOf(hashOf(100), { transfers }),
      isFinal: async () => true,
    };
    const next = await advance(broadcast, script, { heads: finalHeads });
    expect(next).toMatchObject({ status, inclusion: { isSuccess: true, arrived: units } });
    expect(next).not.toHaveProperty('inclusion.transfers');
  });

  test('is not final with a receipt alone: a node must have its block among the final ones', async () => {
    const script = { receipt: receiptOf(hashOf(100)), isFinal: async () => false };
    expect((await advance(mined, script, { heads: finalHeads })).status).toBe('mined');
  });

  test('is sent again with the same bytes when its receipt vanishes', async () => {
    const send = sender({ kind: 'accepted' });
    const next = await advance(mined, { broadcast: send });
    expect(send.mock.calls).toEqual([[mined.signing.ladder[0]?.raw]]);
    expect(next).toMatchObject({ status: 'broadcast', signing: mined.signing });
  });

  test('follows its transaction to another block', async () => {
    const receipt = receiptOf(hashOf(100), { blockNumber: 12n, blockHash: 'block-12' });
    const next = await advance(mined, { receipt });
    expect(next).toMatchObject({ status: 'mined', inclusion: { blockNumber: 12n } });
  });
});

describe('a shield with its approval', () => {
  const shield = open(buildSigned(buildShield(), buildSigningWithApproval()));
  const approvalRaw = shield.signing.approval?.ladder.map(({ raw }) => raw) ?? [];
  const rungs = shield.signing.ladder.map(({ raw }) => raw);
  const approvalAt = (more: Partial<Receipt> = {}) => receiptOf(hashOf(105), more);

  test('is sent behind its approval, rung by rung', async () => {
    const send = sender({ kind: 'accepted' }, { kind: 'accepted' });
    const next = await advance(shield, { broadcast: send });
    expect(send.mock.calls).toEqual([[approvalRaw[0]], [rungs[0]]]);
    expect(next.status).toBe('broadcast');
  });

  test('is sent whatever a node says of the approval', async () => {
    const send = sender({ kind: 'nonce-too-low' }, { kind: 'accepted' });
    expect((await advance(shield, { broadcast: send })).status).toBe('broadcast');
  });

  test('raises the fees of both when they wait too long', async () => {
    const sent = open(transition(shield, { type: 'tried', rung: 0, at: START, isAccepted: true }));
    const send = sender({ kind: 'accepted' }, { kind: 'accepted' });
    await advance(sent, { broadcast: send }, { ms: 30_000 });
    expect(send.mock.calls).toEqual([[approvalRaw[1]], [rungs[1]]]);
  });

  test('records the block of its approval, even when the token refused it, and continues', async () => {
    const send = sender({ kind: 'accepted' });
    const receipt = approvalAt({ isSuccess: false });
    const next = await advance(shield, { broadcast: send, receipt });
    expect(send.mock.calls).toEqual([[rungs[0]]]);
    expect(next).toMatchObject({
      status: 'broadcast',
      sending: { approvedIn: { blockNumber: 10n, isSuccess: false } },
    });
  });

  describe('that is reset first', () => {
    const { approval } = shield.signing;
    const reset = buildSignedNonce(0, 300);
    const signing = { ...shield.signing, approval: approval && { ...approval, reset } };
    const resetFirst = { ...shield, signing } as const;

    test('is sent behind both, rung by rung', async () => {
      const accepted = { kind: 'accepted' } as const;
      const send = sender(accepted, accepted, accepted);
      await advance(resetFirst, { broadcast: send });
      expect(send.mock.calls).toEqual([[reset.ladder[0]?.raw], [approvalRaw[0]], [rungs[0]]]);
    });

    test('is cancelled under all three nonces, lowest first', async () => {
      const send = sender();
      await advance(open(transition(resetFirst, cancel)), { broadcast: send });
      const cancellations = [reset, signing.approval, signing].map((each) => each?.cancellation);
      expect(send.mock.calls).toEqual(cancellations.map((each) => [each?.raw]));
    });

    test('counts the fee of the reset, and sees neither while one is missing', async () => {
      const accepted = { kind: 'accepted' } as const;
      const find = async (hashes: readonly number[]) => {
        const receipt = async (hash: Receipt['transactionHash']) =>
          hashes.some((each) => hashOf(each) === hash) ? receiptOf(hash)(hash) : null;
        const send = sender(accepted, accepted, accepted);
        const next = await advance(resetFirst, { receipt, broadcast: send });
        return next.sending.approvedIn;
      };
      expect(await find([105, 300])).toMatchObject({ feePaid: 1_800n });
      expect(await find([105])).toBeNull();
    });
  });

  test('forgets an approval whose block disappeared', async () => {
    const inclusion = buildInclusion({ transactionHash: hashOf(105) });
    const approved = open(transition(shield, { type: 'approval-seen', inclusion }));
    const send = sender({ kind: 'accepted' }, { kind: 'accepted' });
    expect((await advance(approved, { broadcast: send })).sending.approvedIn).toBeNull();
  });
});

function open(operation: SignedOperation): OpenOperation {
  if (!isOpen(operation)) throw new Error(`The operation is ${operation.status}.`);
  return operation;
}

function followed(operation: SignedOperation): FollowedOperation {
  if (!isFollowed(operation, START)) throw new Error(`The operation is ${operation.status}.`);
  return operation;
}

function advance(
  operation: FollowedOperation,
  script: Partial<PublicChain>,
  more: { readonly ms?: number; readonly heads?: Heads; readonly isOfAnother?: boolean } = {},
): Promise<SignedOperation> {
  const now = new Date(START.getTime() + (more.ms ?? 1_000));
  const operations = { isOfAnother: async () => more.isOfAnother ?? false };
  const chain = createScriptedChain(script);
  const ports = { chain, readSigned: readScripted, clock: { now: () => now }, operations };
  return advanceOperation(ports, operation, more.heads ?? heads);
}

function sender(...outcomes: BroadcastOutcome[]) {
  const send = vi.fn<PublicChain['broadcast']>();
  for (const outcome of outcomes) send.mockResolvedValueOnce(outcome);
  return send;
}

function receiptOf(hash: Receipt['transactionHash'], more: Partial<Receipt> = {}) {
  const receipt: Receipt = {
    transactionHash: hash,
    blockNumber: 10n,
    blockHash: 'block-10',
    isSuccess: true,
    transfers: [{ tokenId: USDC.id, to: BOB, units: toBaseUnits(25_000_000n) }],
    feePaid: 900n as BaseUnits,
    ...more,
  };
  return async (candidate: Receipt['transactionHash']) => (candidate === hash ? receipt : null);
}
