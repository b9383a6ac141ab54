import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type CheckedOrder,
  decideSigning,
  isVoidedBy,
  joinLogs,
  type SignatureLog,
  type SignedPart,
  withSignature,
  withUsed,
  withVoid,
} from './signature-log.ts';
import { readSignatureLog, writeSignatureLog } from './signature-log-message.ts';

const AMOUNT = 100n;
const anyUse = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f');
const anyPart = fc.record({
  uses: fc.uniqueArray(anyUse, { minLength: 1, maxLength: 3 }),
  pays: fc.bigInt(0n, AMOUNT),
});

/** Parts that pay the whole amount together, with notes that the server chose. */
const anyParts = fc.array(anyPart, { minLength: 1, maxLength: 3 }).map(([first, ...others]) => {
  let left = AMOUNT;
  const rest = others.map((part) => {
    const pays = part.pays < left ? part.pays : left;
    left -= pays;
    return { ...part, pays };
  });
  return [{ uses: first?.uses ?? ['a'], pays: left }, ...rest];
});

type Request =
  | { readonly kind: 'plan'; readonly order: number; readonly parts: readonly SignedPart[] }
  | { readonly kind: 'again'; readonly place: number; readonly change: string }
  | { readonly kind: 'used'; readonly use: string };

const kindOf = <Kind extends Request['kind']>(kind: Kind) => fc.constant(kind);
const anyRequest: fc.Arbitrary<Request> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ kind: kindOf('plan'), order: fc.nat(1), parts: anyParts }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: kindOf('again'), place: fc.nat(20), change: anyUse }),
  },
  { weight: 1, arbitrary: fc.record({ kind: kindOf('used'), use: anyUse }) },
);

test('each order pays at most once, whatever the server has signed in whatever order, and whatever it then sends', () => {
  fc.assert(
    fc.property(
      fc.array(anyRequest, { maxLength: 25 }),
      fc.infiniteStream(fc.nat(1000)),
      (requests, dice) => {
        let log: SignatureLog = [];
        const signed: CheckedOrder[] = [];
        requests.forEach((request, at) => {
          if (request.kind === 'used') {
            log = withUsed(log, new Set([request.use]));
            return;
          }
          const candidate = candidateOf(request, signed, at);
          if (candidate === null) return;
          const decision = decideSigning(log, candidate);
          if (decision !== 'sign' && decision !== 'sign-again') return;
          log = withSignature(log, candidate);
          signed.push(candidate);
        });
        for (let attempt = 0; attempt < 5; attempt += 1) {
          expectPaidOnce(sendAll(signed, () => dice.next().value ?? 0));
        }
      },
    ),
    { numRuns: 3000 },
  );
});

/** A new plan; or an earlier one with the same parts and one more or other note, as a server would that goes on. */
function candidateOf(
  request: Exclude<Request, { readonly kind: 'used' }>,
  signed: readonly CheckedOrder[],
  at: number,
): CheckedOrder | null {
  if (request.kind === 'plan') {
    return { orderId: `${request.order}`, planHash: `${at}`, parts: request.parts };
  }
  const earlier = signed[request.place];
  if (earlier === undefined) return null;
  const [first, ...others] = earlier.parts;
  if (first === undefined) return null;
  const changed = { ...first, uses: [...first.uses.slice(1), request.change] };
  return { ...earlier, planHash: `${at}`, parts: [changed, ...others].toReversed() };
}

interface Sent extends SignedPart {
  readonly orderId: string;
}

/** The network takes parts in any order, each unless something that it uses was used. Another order may take notes too. */
function sendAll(signed: readonly CheckedOrder[], dice: () => number): readonly Sent[] {
  const parts = signed.flatMap(({ orderId, parts: each }) =>
    each.map((part) => ({ ...part, orderId, at: dice() })),
  );
  const used = new Set<string>();
  const sent: Sent[] = [];
  for (const part of parts.toSorted((one, other) => one.at - other.at)) {
    if (part.uses.some((use) => used.has(use))) continue;
    for (const use of part.uses) used.add(use);
    sent.push(part);
  }
  return sent;
}

function expectPaidOnce(sent: readonly Sent[]): void {
  for (const order of new Set(sent.map(({ orderId }) => orderId))) {
    const paid = sent.filter(({ orderId }) => orderId === order);
    expect(paid.reduce((sum, { pays }) => sum + pays, 0n)).toBeLessThanOrEqual(AMOUNT);
  }
}

const partOf = (uses: readonly string[], pays = AMOUNT): SignedPart => ({ uses, pays });
const plan = (planHash: string, parts: readonly SignedPart[], orderId = 'order'): CheckedOrder => ({
  ...{ orderId, planHash, parts },
});
const first = plan('1', [partOf(['5'])]);
const log = withSignature([], first);

describe('of an order that was signed', () => {
  test('the same plan is signed again, without another entry', () => {
    expect(decideSigning(log, first)).toBe('sign-again');
    expect(withSignature(log, first)).toEqual(log);
    expect(decideSigning(withUsed(log, new Set(['5'])), first)).toBe('sign-again');
  });
  test('the same nonce with other fees is signed', () => {
    expect(decideSigning(log, plan('2', [partOf(['5'])]))).toBe('sign');
  });
  test('another nonce is refused', () => {
    expect(decideSigning(log, plan('2', [partOf(['6'])]))).toBe('would-pay-twice');
  });
  test('another nonce is refused also after the server says that the first one was used', () => {
    const over = withUsed(log, new Set(['5']));
    expect(over).toMatchObject([{ state: 'over' }]);
    expect(decideSigning(over, plan('2', [partOf(['6'])]))).toBe('order-over');
  });
  test('a plan that shares a note with the last signature, but not with the first, is refused', () => {
    const one = withSignature([], plan('1', [partOf(['a', 'b'])]));
    const both = withSignature(one, plan('2', [partOf(['b', 'c'])]));
    expect(decideSigning(both, plan('3', [partOf(['c', 'd'])]))).toBe('would-pay-twice');
    expect(decideSigning(both, plan('3', [partOf(['a', 'c'])]))).toBe('sign');
  });
  test('parts of other amounts are refused, although each shares its note with an earlier one', () => {
    const parts = withSignature([], plan('1', [partOf(['a'], 98n), partOf(['b'], 2n)]));
    expect(decideSigning(parts, plan('2', [partOf(['a'], 2n), partOf(['b'], 98n)]))).toBe(
      'would-pay-twice',
    );
    expect(decideSigning(parts, plan('2', [partOf(['a', 'c'], 98n), partOf(['b'], 2n)]))).toBe(
      'sign',
    );
    expect(decideSigning(parts, plan('2', [partOf(['a', 'b'])]))).toBe('sign');
    expect(decideSigning(parts, plan('2', [partOf(['a'])]))).toBe('would-pay-twice');
  });
  test('nothing more is signed once it was voided, not even the same plan', () => {
    const voided = withVoid(log, 'order');
    expect(decideSigning(voided, first)).toBe('order-over');
    expect(decideSigning(voided, plan('2', [partOf(['5'])]))).toBe('order-over');
  });
});

test('another order is signed for the same nonce: the network takes one of the two', () => {
  expect(decideSigning(log, plan('2', [partOf(['5'])], 'another'))).toBe('sign');
});

test('a void has to use something of each part of every signature', () => {
  const parts = plan('1', [partOf(['a', 'b'], 98n), partOf(['c'], 2n)]);
  const both = withSignature(withSignature([], parts), plan('2', [partOf(['a', 'c'])]));
  expect(isVoidedBy(both, 'order', new Set(['a', 'c']))).toBe(true);
  expect(isVoidedBy(both, 'order', new Set(['b', 'c']))).toBe(true);
  expect(isVoidedBy(both, 'order', new Set(['a']))).toBe(false);
  expect(isVoidedBy(both, 'order', new Set(['b', 'd']))).toBe(false);
  expect(isVoidedBy(both, 'unknown', new Set(['a', 'b', 'c']))).toBe(false);
});

test('what two devices kept is joined in the state that allows less, whichever is first', () => {
  const second = withSignature([], plan('2', [partOf(['7'])], 'another'));
  const over = withUsed(log, new Set(['5']));
  expect(joinLogs(log, second)).toHaveLength(2);
  for (const joined of [joinLogs(log, over), joinLogs(over, log)]) expect(joined).toEqual(over);
  const voided = withVoid(log, 'order');
  for (const joined of [joinLogs(over, voided), joinLogs(voided, over)]) {
    expect(joined).toEqual(voided);
  }
});

test('a log is read from JSON as it was written, and nothing else is', () => {
  const written = JSON.parse(JSON.stringify(writeSignatureLog(readable())));
  expect(readSignatureLog(written)).toEqual(readable());
  const [entry] = written;
  const falsified: readonly unknown[] = [
    null,
    {},
    [{ ...entry, state: 'free' }],
    [{ ...entry, orderId: '' }],
    [{ ...entry, planHash: '0x' }],
    [{ ...entry, parts: {} }],
    [{ ...entry, parts: [{ uses: ['5'], pays: 1 }] }],
    [{ ...entry, parts: [{ uses: [5], pays: '1' }] }],
    [{ ...entry, more: true }],
  ];
  for (const given of falsified) expect(() => readSignatureLog(given)).toThrow('no valid');
});

function readable(): SignatureLog {
  return withVoid(withSignature([], plan(`0x${'a1'.repeat(32)}`, [partOf(['5', 'x'])])), 'order');
}
