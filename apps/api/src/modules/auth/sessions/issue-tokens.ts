import { ACCESS_TOKEN_MS } from '#domain/session/session-limits';
import type { DataKey, KeyVault } from '../../../ports/key-vault.ts';
import type { Randomness } from '../../../ports/randomness.ts';
import type { TokenPair } from '../../../ports/sessions.ts';
import { hashToken, makeToken } from './session-token.ts';

/** A pair as its holder receives it, and as it is stored. */
export interface IssuedTokens {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly stored: TokenPair;
}

/** A session and the data key that its tokens wrap. */
export interface OpenedSession {
  readonly userId: string;
  readonly sessionId: string;
  readonly endsAt: Date;
  /** The thumbprint of the key that it is bound to; null for none. */
  readonly deviceKey: string | null;
  readonly dataKey: DataKey;
}

/** Creates a pair of tokens, each of which opens the user's data key. */
export function issueTokens(
  ports: {
    readonly vault: Pick<KeyVault, 'wrapForToken'>;
    readonly randomness: Pick<Randomness, 'bytes'>;
  },
  session: OpenedSession,
  now: Date,
): IssuedTokens {
  const { userId, sessionId, endsAt, deviceKey, dataKey } = session;
  const wrapFor = (kind: 'access' | 'refresh', token: string) =>
    ports.vault.wrapForToken(dataKey, { userId, sessionId, kind, token });
  const accessToken = makeToken('access', ports.randomness, deviceKey);
  const refreshToken = makeToken('refresh', ports.randomness, deviceKey);
  const accessEnd = Math.min(now.getTime() + ACCESS_TOKEN_MS, endsAt.getTime());
  return {
    accessToken,
    refreshToken,
    stored: {
      access: {
        hash: hashToken(accessToken),
        expiresAt: new Date(accessEnd),
        wrap: wrapFor('access', accessToken),
      },
      refresh: {
        hash: hashToken(refreshToken),
        expiresAt: endsAt,
        wrap: wrapFor('refresh', refreshToken),
      },
    },
  };
}
