import { describe, expect, test, vi } from 'vitest';
import { isOpen, type Operation, startOperation } from '#domain/operation/operation';
import { transition } from '#domain/operation/transition';
import { buildInclusion, buildPrivateTransaction, buildSigned, START } from '#testing/operation';
import type { ClaimedOperation } from '../../ports/operations.ts';
import { after, buildFound } from '../explain/situation.test-setup.ts';
import { type ResendPorts, resendOperation } from './resend-operation.ts';

const tried = { type: 'tried', rung: 0, at: START, isAccepted: true } as const;
const signed = buildSigned();
const once = transition(signed, tried);
const twice = transition(once, { ...tried, rung: 1 });
const cancelling = transition(twice, {
  type: 'cancellation-requested',
  reason: 'operator',
  at: START,
});
const mined = transition(once, { type: 'mined', inclusion: buildInclusion() });
const DAY_MS = 24 * 60 * 60_000;

describe('sending an operation again', () => {
  test.each([
    ['the cheapest rung of one that was never sent', signed, signed.signing.ladder.slice(0, 1)],
    ['every rung that was tried, and no other', twice, signed.signing.ladder.slice(0, 2)],
    ['only the cancellation of one that is cancelled', cancelling, [signed.signing.cancellation]],
  ])('sends %s', async (_what, operation, expected) => {
    const { ports, sent } = portsOf(operation);
    const outcome = await resendOperation(ports, operation.id);
    expect(sent).toEqual(expected.map((each) => each?.raw));
    expect(outcome).toMatchObject({ kind: 'sent', isRecorded: true });
    const event = { event: 'operator-resend', userId: operation.userId };
    expect(ports.audit.append).toHaveBeenCalledWith(expect.objectContaining(event));
  });

  test.each<[string, Operation, number]>([
    ['Block 10 has it.', mined, 0],
    ['It ended (confirmed).', transition(mined, { type: 'finalized', at: START }), 0],
    ['It is not signed yet.', startOperation(buildPrivateTransaction()), 0],
    ['No block had it for 24 hours', twice, DAY_MS],
  ])('sends nothing and says why: "%s"', async (sentence, operation, ms) => {
    const { ports, sent } = portsOf(operation, { ms });
    const outcome = await resendOperation(ports, operation.id);
    expect(outcome).toMatchObject({ kind: 'refused', sentence: expect.stringContaining(sentence) });
    expect(sent).toEqual([]);
    expect(ports.audit.append).not.toHaveBeenCalled();
  });

  test('sends nothing while a worker has it, or has just taken it', async () => {
    const held = portsOf(twice, { dueInMs: 50_000 });
    expect(await resendOperation(held.ports, twice.id)).toEqual({
      kind: 'refused',
      sentence: 'A worker has this operation. Try again in 20 s.',
    });
    const raced = portsOf(twice, { claim: null });
    expect(await resendOperation(raced.ports, twice.id)).toMatchObject({ kind: 'refused' });
    expect([...held.sent, ...raced.sent]).toEqual([]);
  });

  test('sends nothing of what changed between the look and the claim, and gives it back', async () => {
    const { ports, sent } = portsOf(twice, { claim: mined });
    expect(await resendOperation(ports, twice.id)).toMatchObject({ kind: 'refused' });
    expect(sent).toEqual([]);
    expect(ports.operations.record).toHaveBeenCalledTimes(1);
  });
});

interface Scene {
  readonly ms?: number;
  readonly dueInMs?: number;
  /** What the claim finds; null when another process has it. */
  readonly claim?: Operation | null;
}

function portsOf(operation: Operation, { ms = 0, dueInMs = 0, claim = operation }: Scene = {}) {
  const now = after(ms);
  const dueAt = new Date(now.getTime() + dueInMs);
  const sent: string[] = [];
  const claimed: ClaimedOperation | null =
    claim !== null && isOpen(claim) ? { operation: claim, epoch: 4 } : null;
  const broadcast = async (raw: string) => {
    sent.push(raw);
    return { kind: 'accepted' } as const;
  };
  const ports = {
    openOperations: {
      find: async () => buildFound(operation, { dueAt }),
      claim: async () => claimed,
    },
    operations: { record: vi.fn(async () => new Set([operation.id])) },
    chains: new Map([[operation.chainId, { broadcast }]]),
    audit: { append: vi.fn(async () => {}) },
    clock: { now: () => now },
  } satisfies ResendPorts;
  return { ports, sent };
}
