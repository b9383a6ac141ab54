import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { LINK_PURPOSES } from '../../ports/link-seals.ts';
import { createLinkSeals } from './link-seals.ts';

const place = { id: 'one', userId: 'alice' };
const CODE = '7Q2MK9XD4TPA82WJ';

it('opens what it sealed, with the code and in its place', () => {
  const seals = createLinkSeals(randomBytes(32), 'payment-requests');
  for (const text of ['{}', 'Éva 🐖', 'x'.repeat(1024), '🐖'.repeat(400)]) {
    expect(seals.open(place, CODE, seals.seal(place, CODE, text))).toEqual({ ok: true, text });
  }
});

it.each([
  ['with another code', place, '7Q2MK9XD4TPA82WK'],
  ['as that of another user', { ...place, userId: 'mallory' }, CODE],
  ['as another request', { ...place, id: 'two' }, CODE],
])('does not open it %s', (_name, other, code) => {
  const seals = createLinkSeals(randomBytes(32), 'payment-requests');
  expect(seals.open(other, code, seals.seal(place, CODE, '{}'))).toMatchObject({ ok: false });
});

it('opens and finds nothing with the code alone: it takes the secret of the server too', () => {
  const [ours, theirs] = [
    createLinkSeals(randomBytes(32), 'payment-requests'),
    createLinkSeals(randomBytes(32), 'payment-requests'),
  ];
  const sealed = theirs.seal(place, CODE, '{}');
  expect(ours.open(place, CODE, sealed)).toMatchObject({ ok: false });
  expect(ours.tag(CODE)).not.toBe(theirs.tag(CODE));
});

it('does not open what was changed or cut off', () => {
  const seals = createLinkSeals(randomBytes(32), 'payment-requests');
  const sealed = seals.seal(place, CODE, '{}');
  for (let at = 0; at < sealed.length; at += 41) {
    const changed = Uint8Array.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(seals.open(place, CODE, changed), `byte ${at}`).toMatchObject({ ok: false });
  }
  for (const length of [0, 1, 28, sealed.length - 1]) {
    const cut = sealed.subarray(0, length);
    expect(seals.open(place, CODE, cut)).toMatchObject({ ok: false });
  }
});

it('tags each code with 32 bytes of its own, always the same, and says nothing of it', () => {
  const seals = createLinkSeals(randomBytes(32), 'payment-requests');
  expect(seals.tag(CODE)).toMatch(/^[0-9a-f]{64}$/);
  expect(seals.tag(CODE)).toBe(seals.tag(CODE));
  expect(seals.tag('7Q2MK9XD4TPA82WK')).not.toBe(seals.tag(CODE));
});

it('opens and finds nothing of another purpose', () => {
  const secret = randomBytes(32);
  const [requests, claims] = LINK_PURPOSES.map((purpose) => createLinkSeals(secret, purpose));
  const sealed = requests?.seal(place, CODE, '{}') ?? new Uint8Array();
  expect(claims?.open(place, CODE, sealed)).toMatchObject({ ok: false });
  expect(claims?.tag(CODE)).not.toBe(requests?.tag(CODE));
});
