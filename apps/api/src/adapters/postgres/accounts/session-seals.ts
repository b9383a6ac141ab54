import type { RowSeals } from '../../../ports/row-seals.ts';
import type { NewSession, StoredToken, TokenPair } from '../../../ports/sessions.ts';
import type { RowAs, RowOf } from '../connection/row-of.ts';
import type { sessions, sessionTokens } from '../schema/accounts.ts';

/** A session whose rows are sealed. */
export interface SealedSession extends Pick<NewSession, 'id' | 'userId' | 'endsAt'> {
  readonly deviceKey: string | null;
}

/** Where a pair of tokens is in the order of its session's pairs. */
export interface PairPlace {
  /** 0 for the first pair. */
  readonly rotation: number;
  /** The refresh token that the pair came from; null for the first pair. */
  readonly parentHash: Uint8Array | null;
}

/** What is checked of a token before anything is done for its bearer. */
export type SealedToken = RowOf<
  typeof sessionTokens,
  'hash' | 'kind' | 'parent_hash' | 'rotation'
> &
  RowAs<typeof sessionTokens, { token_expires_at: 'expires_at'; token_seal: 'seal' }> &
  RowAs<typeof sessions, { session_id: 'id'; session_seal: 'seal' }> &
  RowOf<typeof sessions, 'user_id' | 'last_active_at' | 'ends_at' | 'device_key'>;

/** The columns of `SealedToken`, of a token `t` and its session `s`. */
export const SEALED_TOKEN = `t.hash, t.kind, t.parent_hash, t.rotation, t.expires_at as token_expires_at,
  t.seal as token_seal, s.id as session_id, s.seal as session_seal, s.user_id, s.last_active_at, s.ends_at,
  s.device_key`;

/** @returns the seal of a session that was last active then: no one else makes it last longer */
export function sealSession(
  seals: Pick<RowSeals, 'seal'>,
  session: SealedSession,
  lastActiveAt: Date,
): Uint8Array {
  return seals.seal(...sessionContent(session, lastActiveAt));
}

/** The columns of a pair for `unnest`: hashes, kinds, expiries, wraps, seals. */
export function tokenColumns(
  seals: Pick<RowSeals, 'seal'>,
  session: TokenOwner & { readonly tokens: TokenPair },
  place: PairPlace,
): readonly unknown[] {
  const { access, refresh } = session.tokens;
  const sealOf = (kind: 'access' | 'refresh', token: StoredToken) =>
    seals.seal(...tokenContent(session, { ...token, ...place, kind }));
  return [
    [access.hash, refresh.hash],
    ['access', 'refresh'],
    [access.expiresAt, refresh.expiresAt],
    [access.wrap, refresh.wrap],
    [sealOf('access', access), sealOf('refresh', refresh)],
  ];
}

/** @returns false when the token or its session was not written by this server, or was changed */
export function isTokenSealed(seals: Pick<RowSeals, 'isSealed'>, row: SealedToken): boolean {
  const { session_id: id, user_id: userId, ends_at: endsAt, device_key: deviceKey } = row;
  const session = { id, userId, endsAt, deviceKey };
  const { hash, kind, rotation, parent_hash: parentHash, token_expires_at: expiresAt } = row;
  const token = { hash, kind, rotation, parentHash, expiresAt };
  return (
    seals.isSealed(...tokenContent(session, token), row.token_seal) &&
    seals.isSealed(...sessionContent(session, row.last_active_at), row.session_seal)
  );
}

/** @returns false when a session was not written by this server, or was changed */
export function isSessionSealed(
  seals: Pick<RowSeals, 'isSealed'>,
  row: RowOf<
    typeof sessions,
    'id' | 'user_id' | 'last_active_at' | 'ends_at' | 'device_key' | 'seal'
  >,
): boolean {
  const { id, user_id: userId, ends_at: endsAt, device_key: deviceKey, seal } = row;
  return seals.isSealed(
    ...sessionContent({ id, userId, endsAt, deviceKey }, row.last_active_at),
    seal,
  );
}

type Content = Parameters<RowSeals['seal']>;
type TokenOwner = Pick<SealedSession, 'id' | 'userId' | 'endsAt'>;

/** Without a device key as it was before there were any, so that sessions of then continue. */
function sessionContent(
  { id, userId, endsAt, deviceKey }: SealedSession,
  lastActiveAt: Date,
): Content {
  const bound = deviceKey === null ? [] : [deviceKey];
  return [
    { table: 'sessions', id, owner: userId, counter: 0 },
    [lastActiveAt.toISOString(), endsAt.toISOString(), ...bound],
  ];
}

function tokenContent(
  { id, userId, endsAt }: TokenOwner,
  token: Pick<StoredToken, 'hash' | 'expiresAt'> &
    PairPlace & { readonly kind: 'access' | 'refresh' },
): Content {
  const { hash, kind, expiresAt, parentHash, rotation } = token;
  return [
    { table: 'session_tokens', id, owner: userId, counter: rotation },
    [
      ...[hex(hash), kind, endsAt.toISOString(), expiresAt.toISOString()],
      parentHash === null ? '' : hex(parentHash),
    ],
  ];
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}
