import { ACCESS_TOKEN_MS, isOver, REFRESH_GRACE_MS } from '#domain/session/session-limits';
import type { refresh } from '#wire/auth/refresh';
import type { ResponseOf } from '#wire/contract';
import { type Handler, refuse } from '../../application/call.ts';
import { addressOf } from '../../application/client-address.ts';
import { tooMany } from '../../application/too-many-requests.ts';
import type { AttemptLimits, QuotaRule } from '../../ports/attempt-limits.ts';
import type { Clock } from '../../ports/clock.ts';
import type { KeyVault } from '../../ports/key-vault.ts';
import type { Randomness } from '../../ports/randomness.ts';
import type { FoundRefresh, RefreshDecision, Sessions } from '../../ports/sessions.ts';
import { issueTokens } from './sessions/issue-tokens.ts';
import {
  type CopiedTokenPorts,
  type CopiedTokenUse,
  reportCopiedToken,
} from './sessions/report-copied-token.ts';
import { hashToken, isTokenOf } from './sessions/session-token.ts';

export interface RefreshPorts extends CopiedTokenPorts {
  readonly sessions: Pick<Sessions, 'refresh'>;
  readonly limits: Pick<AttemptLimits, 'takeQuota'>;
  readonly vault: Pick<
    KeyVault,
    'openWithToken' | 'wrapForToken' | 'sealForToken' | 'openForToken'
  >;
  readonly clock: Pick<Clock, 'now'>;
  readonly randomness: Pick<Randomness, 'bytes'>;
}

type Pair = ResponseOf<typeof refresh>;

/** What is stored, and the outcome of the request. */
interface Verdict {
  readonly decision: RefreshDecision;
  readonly outcome:
    | { readonly kind: 'pair'; readonly pair: Pair }
    | { readonly kind: 'too-soon'; readonly retryAfter: number }
    | { readonly kind: 'over' }
    | { readonly kind: 'copied'; readonly use: CopiedTokenUse['kind'] };
}

const MINUTE_MS = 60_000;
const TOO_MANY_REFRESHES = 'This page renewed its session too often.';
const refreshesOfAddress: QuotaRule = { most: 150, windowMs: 5 * MINUTE_MS };
/** Exchanges of one session in a minute. Tabs that race share one exchange. */
const MOST_EXCHANGES = 30;

const OVER: Verdict = { decision: { kind: 'end-session' }, outcome: { kind: 'over' } };
const REUSED: Verdict = copied('twice');
const WITHOUT_DEVICE: Verdict = copied('without-device');

/**
 * Exchanges a refresh token for a new pair.
 * A token that was already exchanged returns the same pair again when it is the last one and another tab sent it at the
 * same moment, or its device lost the response; any other second use means that it was stolen, and ends the session. So
 * does any use without the device that the session is bound to.
 */
export function createRefresh(ports: RefreshPorts): Handler<typeof refresh> {
  return async ({ body, client }) => {
    const token = body.refresh_token;
    if (!isTokenOf('refresh', token)) return refuse('unauthorized');
    const now = ports.clock.now();
    const quota = `refresh ip ${addressOf(client.ip)}`;
    const wait = await ports.limits.takeQuota(quota, refreshesOfAddress, now);
    if (wait > 0) return tooMany(wait, TOO_MANY_REFRESHES);
    // The callback below runs before `refresh` resolves, if the token is known at all.
    let judged: { found: FoundRefresh; verdict: Verdict } | null = null as never;
    await ports.sessions.refresh(hashToken(token), now, (found) => {
      judged = { found, verdict: judge(ports, { token, found, device: client.device, now }) };
      return judged.verdict.decision;
    });
    if (judged === null) return refuse('unauthorized');
    const { found, verdict } = judged as { found: FoundRefresh; verdict: Verdict };
    const { outcome } = verdict;
    if (outcome.kind === 'pair') return outcome.pair;
    if (outcome.kind === 'too-soon') return tooMany(outcome.retryAfter, TOO_MANY_REFRESHES);
    if (outcome.kind === 'copied') {
      await reportCopiedToken(ports, found, { kind: outcome.use, ip: client.ip, at: now });
    }
    return refuse('unauthorized');
  };
}

/** A refresh token that was presented, and its stored record. */
interface PresentedToken {
  readonly token: string;
  readonly found: FoundRefresh;
  /** The key that signed the request; null without one. */
  readonly device: string | null;
  readonly now: Date;
}

function judge(ports: RefreshPorts, presented: PresentedToken): Verdict {
  const { token, found, device, now } = presented;
  if (found.isReplayed) return REUSED;
  if (isOver(found, now)) return OVER;
  if (found.deviceKey !== null && found.deviceKey !== device) return WITHOUT_DEVICE;
  if (found.usedAt !== null) return canRepeat(found, now) ? repeat(ports, token, found) : REUSED;
  const retryAfter = secondsTooSoon(found, now);
  if (retryAfter === 0) return rotate(ports, presented);
  return { decision: { kind: 'keep' }, outcome: { kind: 'too-soon', retryAfter } };
}

/** @returns the seconds until a minute contains fewer than the maximum of exchanges */
function secondsTooSoon({ exchangedRecently }: FoundRefresh, now: Date): number {
  const blocking = exchangedRecently.at(-MOST_EXCHANGES);
  if (blocking === undefined) return 0;
  return Math.max(1, Math.ceil((blocking.getTime() + MINUTE_MS - now.getTime()) / 1_000));
}

/**
 * The successor is still the last pair, and was either issued a moment ago or, when only one device can use it, never
 * used. Whoever else might have lost a response might as well be a second holder of the token.
 */
function canRepeat({ usedAt, next, successor, deviceKey }: FoundRefresh, now: Date): boolean {
  if (usedAt === null || next === null || next.isUsed || successor === null) return false;
  const isRecent = now.getTime() - usedAt.getTime() <= REFRESH_GRACE_MS;
  return isRecent || (deviceKey !== null && !next.isPresented);
}

function rotate(ports: RefreshPorts, { token, found, now }: PresentedToken): Verdict {
  const { userId, sessionId, endsAt, deviceKey, wrap } = found;
  if (wrap === null) return OVER;
  const dataKey = ports.vault.openWithToken(wrap, { userId, sessionId, kind: 'refresh', token });
  const issued = issueTokens(ports, { userId, sessionId, endsAt, deviceKey, dataKey }, now);
  dataKey.fill(0);
  const pair: Pair = {
    access_token: issued.accessToken,
    refresh_token: issued.refreshToken,
    expires_in: ACCESS_TOKEN_MS / 1000,
  };
  const successor = ports.vault.sealForToken(token, JSON.stringify(pair));
  return {
    decision: { kind: 'rotate', tokens: issued.stored, successor },
    outcome: { kind: 'pair', pair },
  };
}

function repeat(ports: RefreshPorts, token: string, { successor }: FoundRefresh): Verdict {
  if (successor === null) return REUSED;
  const pair: Pair = JSON.parse(ports.vault.openForToken(token, successor));
  return { decision: { kind: 'keep' }, outcome: { kind: 'pair', pair } };
}

function copied(use: CopiedTokenUse['kind']): Verdict {
  return { decision: { kind: 'end-session' }, outcome: { kind: 'copied', use } };
}
