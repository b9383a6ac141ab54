import { describe, expect, it } from 'vitest';
import { buildActivity } from '#testing/activity';
import { buildClaimView } from '#testing/claim-view';
import { ALICE } from '#testing/network';
import { buildSecurityEvent } from '#testing/security-event';
import { buildUserSession } from '#testing/user-session';
import { entriesOf } from '../entry.ts';
import { claimItems } from './claim-items.ts';
import type { InboxItem } from './inbox-item.ts';
import { type InboxSources, inboxItems } from './inbox-items.ts';
import { securityItems } from './security-items.ts';

const DAY_MS = 24 * 60 * 60_000;
const SENT = Date.parse('2026-11-01T00:00:00.000Z');
const iso = (ms: number) => new Date(ms).toISOString();

describe('what an inbox says of a payment by link', () => {
  const claim = buildClaimView({ createdAt: iso(SENT), expiresAt: iso(SENT + 30 * DAY_MS) });
  const said = (days: number, more: Parameters<typeof buildClaimView>[0] = {}) =>
    claimItems([{ ...claim, ...more }], SENT + days * DAY_MS).map(({ moment, at }) => [
      moment,
      (at - SENT) / DAY_MS,
    ]);

  it('is nothing for 7 days, then once that no one claimed it, and once more near its end', () => {
    expect(said(6.9)).toEqual([]);
    expect(said(7)).toEqual([['unclaimed', 7]]);
    expect(said(26.9)).toEqual([['unclaimed', 7]]);
    expect(said(27)).toEqual([['ending', 27]]);
  });

  it('is another item near its end, so that it is new again', () => {
    const [first] = claimItems([claim], SENT + 7 * DAY_MS);
    const [second] = claimItems([claim], SENT + 27 * DAY_MS);
    expect(first?.id).not.toBe(second?.id);
  });

  it('is that it was claimed, or came back by itself; not what its sender took back', () => {
    const end = (days: number) => ({ transactionHash: '0x1', at: iso(SENT + days * DAY_MS) });
    expect(said(9, { state: 'claimed', end: end(8) })).toEqual([['claimed', 8]]);
    expect(said(40, { state: 'returned', end: end(31) })).toEqual([['returned', 31]]);
    expect(said(9, { state: 'returned', end: end(8) })).toEqual([]);
    expect(said(31, { state: 'expired' })).toEqual([['expired', 30]]);
    expect(said(31, { state: 'returning' })).toEqual([]);
  });
});

describe('what an inbox says of the security of an account', () => {
  const at = (hours: number) => iso(SENT + hours * 3_600_000);
  const HERE = '127.0.0.1';
  const AWAY = '188.251.40.3';

  it('names sign-ins from an address that none came from before, and not the first one of all', () => {
    const events = [
      buildSecurityEvent({ id: 'd', at: at(4), ip: AWAY }),
      buildSecurityEvent({ id: 'c', at: at(3), ip: AWAY, event: 'passkey-login' }),
      buildSecurityEvent({ id: 'b', at: at(2), ip: HERE }),
      buildSecurityEvent({ id: 'a', at: at(1), ip: HERE }),
    ];
    expect(securityItems(events, []).map(({ id }) => id)).toEqual(['c']);
  });

  it('leaves out the sign-in of the session that reads it', () => {
    const events = [
      buildSecurityEvent({ id: 'b', at: at(2), ip: AWAY }),
      buildSecurityEvent({ id: 'a', at: at(1), ip: HERE }),
    ];
    const session = buildUserSession({ createdAt: at(2) });
    expect(securityItems(events, [session])).toMatchObject([{ device: 'Firefox on Windows' }]);
    expect(securityItems(events, [{ ...session, isCurrent: true }])).toEqual([]);
  });

  it('leaves out a wrong password that was followed by the right one', () => {
    const wrong = buildSecurityEvent({ id: 'wrong', event: 'login-refused', at: at(1) });
    const right = buildSecurityEvent({ id: 'right', at: iso(Date.parse(at(1)) + 60_000) });
    expect(securityItems([right, wrong], [])).toEqual([]);
    expect(securityItems([{ ...right, ip: AWAY }, wrong], []).map(({ id }) => id)).toEqual([
      'wrong',
    ]);
  });
});

describe('an inbox', () => {
  const none = {
    ...{ entries: [], horizon: null, claims: [], requests: [], events: [], sessions: [] },
    ...{ topics: null, now: SENT },
  };
  const context = { ownAddresses: [ALICE], swaps: new Map(), claims: [] };
  const paid = (id: string, ms: number) =>
    buildActivity({ id, transactionHash: `0x${id}`, date: iso(ms) });
  const entries = entriesOf(
    [paid('a', SENT), paid('b', SENT - 2 * DAY_MS)].map((transaction) => ({
      mode: 'public' as const,
      transaction,
    })),
    context,
  );
  const events = [buildSecurityEvent({ event: 'passkey-added', at: iso(SENT - DAY_MS) })];
  const kinds = (more: Partial<InboxSources>) =>
    inboxItems({ ...none, ...more }).map(({ kind }: InboxItem) => kind);

  it('is newest first, whatever it is made of', () => {
    expect(kinds({ entries, events })).toEqual(['arrival', 'security', 'arrival']);
  });

  it('has nothing from before what is known of the activity', () => {
    expect(kinds({ entries, events, horizon: SENT - DAY_MS / 2 })).toEqual(['arrival']);
  });

  it('has a paid request as plain money for whoever wants no notices of requests', () => {
    const request = { id: 'r', state: 'paid', message: null, transactionHash: '0xa' } as const;
    const off = { inbox: false, push: false, email: false };
    const on = { inbox: true, push: true, email: true };
    const [item] = inboxItems({
      ...none,
      entries,
      requests: [request],
      topics: { arrivals: on, payments: on, links: off },
    });
    expect(item).toMatchObject({ kind: 'arrival', topic: 'arrivals', request: null });
    const topics = { arrivals: off, payments: on, links: on };
    expect(inboxItems({ ...none, entries, requests: [request], topics })).toMatchObject([
      { topic: 'links', request: { id: 'r' } },
    ]);
  });
});
