import { ACCESS_TOKEN_MS, isOver, REFRESH_GRACE_MS } from '#domain/session/session-limits';
import type { refresh } from '#wire/auth/refresh';
import type { ResponseOf } from '#wire/contract';
import { type Handler, refuse } from '../../http/handler.ts';
import type { Audit } from '../../ports/audit.ts';
import type { Clock } from '../../ports/clock.ts';
import type { KeyVault } from '../../ports/key-vault.ts';
import type { Randomness } from '../../ports/randomness.ts';
import type { FoundRefresh, RefreshDecision, Sessions } from '../../ports/sessions.ts';
import { issueTokens } from './issue-tokens.ts';
import { hashToken, isTokenOf } from './session-token.ts';

export interface RefreshPorts {
  readonly sessions: Pick<Sessions, 'refresh'>;
  readonly vault: Pick<
    KeyVault,
    'openWithToken' | 'wrapForToken' | 'sealForToken' | 'openForToken'
  >;
  readonly audit: Audit;
  readonly clock: Pick<Clock, 'now'>;
  readonly randomness: Pick<Randomness, 'bytes'>;
}

type Pair = ResponseOf<typeof refresh>;
type Verdict =
  | { readonly decision: RefreshDecision; readonly pair: Pair }
  | { readonly decision: RefreshDecision; readonly pair: null; readonly isReuse: boolean };

/**
 * Exchanges a refresh token for a new pair.
 * A token that was exchanged gives the same pair once more when it is the last one and either the answer was lost
 * or another tab asked at the same moment; any other second use means that it was stolen, and ends the session.
 */
export function createRefresh(ports: RefreshPorts): Handler<typeof refresh> {
  return async ({ body, client }) => {
    const token = body.refresh_token;
    if (!isTokenOf('refresh', token)) return refuse('unauthorized');
    const now = ports.clock.now();
    // The callback below runs before `refresh` resolves, if the token is known at all.
    let judged: { found: FoundRefresh; verdict: Verdict } | null = null as never;
    await ports.sessions.refresh(hashToken(token), now, (found) => {
      judged = { found, verdict: judge(ports, token, found, now) };
      return judged.verdict.decision;
    });
    if (judged === null) return refuse('unauthorized');
    const { found, verdict } = judged as { found: FoundRefresh; verdict: Verdict };
    if (verdict.pair !== null) return verdict.pair;
    if (verdict.isReuse) {
      const { userId, sessionId } = found;
      await ports.audit.append({
        at: now,
        event: 'refresh-reused',
        ip: client.ip,
        userId,
        sessionId,
      });
    }
    return refuse('unauthorized');
  };
}

function judge(ports: RefreshPorts, token: string, found: FoundRefresh, now: Date): Verdict {
  if (isOver(found, now)) return ended(false);
  if (found.usedAt === null) return rotate(ports, token, found, now);
  return canRepeat(found, now) ? repeat(ports, token, found) : ended(true);
}

/** The successor is still the last pair, and was asked for a moment ago or never used by anyone. */
function canRepeat({ usedAt, next, successor }: FoundRefresh, now: Date): boolean {
  if (usedAt === null || next === null || next.isUsed || successor === null) return false;
  const isRecent = now.getTime() - usedAt.getTime() <= REFRESH_GRACE_MS;
  return isRecent || !next.isPresented;
}

function rotate(ports: RefreshPorts, token: string, found: FoundRefresh, now: Date): Verdict {
  const { userId, sessionId, endsAt, wrap } = found;
  if (wrap === null) return ended(false);
  const dataKey = ports.vault.openWithToken(wrap, { userId, sessionId, kind: 'refresh', token });
  const issued = issueTokens(ports, { userId, sessionId, endsAt }, dataKey, now);
  dataKey.fill(0);
  const pair: Pair = {
    access_token: issued.accessToken,
    refresh_token: issued.refreshToken,
    expires_in: ACCESS_TOKEN_MS / 1000,
  };
  const successor = ports.vault.sealForToken(token, JSON.stringify(pair));
  return { decision: { kind: 'rotate', tokens: issued.stored, successor }, pair };
}

function repeat(ports: RefreshPorts, token: string, { successor }: FoundRefresh): Verdict {
  if (successor === null) return ended(true);
  const pair: Pair = JSON.parse(ports.vault.openForToken(token, successor));
  return { decision: { kind: 'keep' }, pair };
}

function ended(isReuse: boolean): Verdict {
  return { decision: { kind: 'end-session' }, pair: null, isReuse };
}
