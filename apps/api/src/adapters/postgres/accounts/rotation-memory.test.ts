import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { REFRESH_GRACE_MS } from '#domain/session/session-limits';
import { createRotationMemory } from './rotation-memory.ts';

const at = (ms: number) => new Date(ms);
const unused = (rotation: number) => ({ rotation, usedAt: null, isBound: true });
const used = (rotation: number) => ({ rotation, usedAt: at(0), isBound: true });

describe('a refresh token that its row calls unused', () => {
  it('is replayed when this process stored the pair after it', () => {
    const memory = createRotationMemory();
    expect(memory.isReplayed('s', unused(0), at(0))).toBe(false);
    memory.issued('s', 1, at(0));
    expect(memory.isReplayed('s', unused(0), at(0))).toBe(true);
    expect(memory.isReplayed('s', unused(1), at(0))).toBe(false);
    expect(memory.isReplayed('other', unused(0), at(0))).toBe(false);
  });

  it('is replayed when an access token of a later pair was seen', () => {
    const memory = createRotationMemory();
    memory.presented('s', 4, at(0));
    expect(memory.isReplayed('s', unused(3), at(0))).toBe(true);
    expect(memory.isReplayed('s', unused(4), at(0))).toBe(false);
  });
});

describe('a refresh token that its row calls used', () => {
  it('may get the last pair again within half a minute, or while no one showed that', () => {
    const memory = createRotationMemory();
    memory.issued('s', 1, at(0));
    expect(memory.isReplayed('s', used(0), at(REFRESH_GRACE_MS * 9))).toBe(false);
    memory.presented('s', 1, at(REFRESH_GRACE_MS * 9));
    expect(memory.isReplayed('s', used(0), at(REFRESH_GRACE_MS * 9))).toBe(true);
    memory.presented('t', 1, at(0));
    expect(memory.isReplayed('t', used(0), at(REFRESH_GRACE_MS))).toBe(false);
    expect(memory.isReplayed('t', used(0), at(REFRESH_GRACE_MS + 1))).toBe(true);
  });

  it('may get the last pair again within half a minute only, without a device', () => {
    const memory = createRotationMemory();
    memory.issued('s', 1, at(0));
    const anyone = { ...used(0), isBound: false };
    expect(memory.isReplayed('s', anyone, at(REFRESH_GRACE_MS))).toBe(false);
    expect(memory.isReplayed('s', anyone, at(REFRESH_GRACE_MS + 1))).toBe(true);
  });

  it('is replayed two pairs later, whenever', () => {
    const memory = createRotationMemory();
    memory.issued('s', 2, at(0));
    expect(memory.isReplayed('s', used(0), at(0))).toBe(true);
  });
});

it('an access token is replaced by that of a later pair', () => {
  const memory = createRotationMemory();
  memory.issued('s', 1, at(0));
  expect([0, 1, 2].map((rotation) => memory.isReplaced('s', rotation))).toEqual([
    ...[true, false, false],
  ]);
});

it('nothing of a session that ended is believed again', () => {
  const memory = createRotationMemory();
  memory.issued('s', 1, at(0));
  memory.ended('s');
  expect(memory.isReplaced('s', 1_000)).toBe(true);
  expect(memory.isReplayed('s', unused(1), at(0))).toBe(true);
  memory.presented('s', 2, at(0));
  expect(memory.isReplaced('s', 2)).toBe(true);
});

it('ends of sessions that it never saw push out none that it saw', () => {
  const memory = createRotationMemory(3);
  memory.issued('s', 1, at(0));
  for (let other = 0; other < 100; other += 1) memory.ended(`other ${other}`);
  expect(memory.isReplayed('s', unused(0), at(0))).toBe(true);
});

it('remembers a bounded number of sessions, the newest', () => {
  const memory = createRotationMemory(3);
  for (let session = 0; session < 5; session += 1) memory.issued(`${session}`, 1, at(0));
  const replayed = ['0', '1', '2', '3', '4'].map((id) => memory.isReplayed(id, unused(0), at(0)));
  expect(replayed).toEqual([false, false, true, true, true]);
});

it('never falls back, in whatever order processes and tabs report', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.boolean(), fc.nat(20)), { minLength: 1 }), (seen) => {
      const memory = createRotationMemory();
      for (const [isIssued, rotation] of seen) {
        if (isIssued) memory.issued('s', rotation, at(0));
        else memory.presented('s', rotation, at(0));
      }
      const highest = Math.max(...seen.map(([, rotation]) => rotation));
      for (let rotation = 0; rotation <= highest; rotation += 1) {
        expect(memory.isReplayed('s', unused(rotation), at(0))).toBe(rotation < highest);
      }
    }),
  );
});
