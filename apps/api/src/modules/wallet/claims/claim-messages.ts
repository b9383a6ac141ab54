import { CLAIM_REMINDERS_MS } from '#domain/claim/claim';
import { claimState } from '#domain/claim/claim-state';
import type { Network } from '#domain/network/network';
import type { Language } from '#language/languages';
import { amountTextOf } from '../../../application/amount-text.ts';
import { type ClaimLinkSecrets, withClaimCode } from '../../../application/claim-link-seal.ts';
import type { ClaimMessages } from '../../../ports/claim-messages.ts';
import type { Claims, OwnClaim } from '../../../ports/claims.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Notice, NoticeTopic } from '../../../ports/outbox.ts';
import type { UserLanguages } from '../../../ports/user-languages.ts';

export interface ClaimMessagesPorts {
  readonly claims: Pick<Claims, 'notify' | 'remind'>;
  readonly claimLinkSecrets: Pick<ClaimLinkSecrets, 'seal'>;
  readonly languages: Pick<UserLanguages, 'of'>;
  readonly networks: readonly Network[];
  readonly clock: Pick<Clock, 'now'>;
  readonly report: (error: { readonly message: string; readonly cause: unknown }) => void;
}

const DAY_MS = 24 * 60 * 60_000;
/** Codes are sent within seconds, and don't wait longer than this for a mail server that is away. */
const LINK_WAITS_MS = DAY_MS;

/**
 * Messages to whoever a payment by link is for. Announcing hands the link and the reminders that follow it to the outbox,
 * once; nothing while the money was not sent, and nothing once that moved nothing or it moved on. It never rejects: what
 * failed is reported, and is done with the next call.
 */
export function createClaimMessages(ports: ClaimMessagesPorts): ClaimMessages {
  const { claims, clock, report } = ports;
  const composing = async (claim: OwnClaim, now: Date) => {
    return { claim, now, language: await ports.languages.of(claim.userId) };
  };
  const handOver = async (claim: OwnClaim, now: Date) =>
    claims.notify(claim.id, firstNotices(ports, await composing(claim, now)), now);
  return {
    async announce(claim) {
      try {
        await handOver(claim, clock.now());
      } catch (cause) {
        report({ message: 'The link of a payment could not be sent yet.', cause });
      }
    },
    async remind(claim) {
      const now = clock.now();
      if (claim.notifiedAt === null) return handOver(claim, now);
      const notice = withLink(ports, 'claim-reminder-link', await composing(claim, now));
      return claims.remind(claim.id, [notice], now);
    },
  };
}

/** The link now, and reminders without it: a code must not be in the database for as long as the money waits. */
function firstNotices(ports: ClaimMessagesPorts, composing: Composing): readonly Notice[] {
  const { claim, now } = composing;
  const { createdAt, expiresAt } = claim.terms;
  const reminders = CLAIM_REMINDERS_MS.map((afterMs) => new Date(createdAt.getTime() + afterMs))
    .filter((dueAt) => dueAt > now && dueAt < expiresAt)
    .map((dueAt) => ({
      ...noticeOf(ports, 'claim-reminder', composing),
      ...{ secret: null, expiresAt, dueAt },
    }));
  return [withLink(ports, 'claim-sent', composing), ...reminders];
}

interface Composing {
  readonly claim: OwnClaim;
  readonly now: Date;
  /** Of the sender: nothing is known of the recipient. */
  readonly language: Language;
}

function withLink(ports: ClaimMessagesPorts, topic: NoticeTopic, composing: Composing): Notice {
  const { claim, now } = composing;
  const last = Math.min(claim.terms.expiresAt.getTime(), now.getTime() + LINK_WAITS_MS);
  const expiresAt = new Date(last);
  // Such money may never arrive: the worker releases the message once a block has it.
  const isHeld = claimState(claim.terms, claim.record, now) === 'sending';
  const notice = {
    ...{ ...noticeOf(ports, topic, composing), expiresAt },
    ...(isHeld && { dueAt: expiresAt }),
  };
  return withClaimCode(ports.claimLinkSecrets, notice, claim);
}

/** Without the sender's message, and without the recipient's account: whether there is one is not read. */
function noticeOf(
  { networks }: ClaimMessagesPorts,
  topic: NoticeTopic,
  { claim: { id, terms }, now, language }: Composing,
): Omit<Notice, 'secret' | 'expiresAt'> {
  const { recipient, senderName, tokenId, units, expiresAt } = terms;
  const what = amountTextOf(networks, tokenId)?.(units);
  const content = {
    ...{ claimId: id, from: senderName, language },
    ...(what !== undefined && { what }),
    ...{ until: expiresAt.toISOString(), sent: now.toISOString() },
  };
  const { channel, value } = recipient;
  return { topic, channel, recipient: value, userId: null, content };
}
