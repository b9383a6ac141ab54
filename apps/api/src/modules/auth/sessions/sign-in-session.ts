import {
  ABSOLUTE_MS,
  ACCESS_TOKEN_MS,
  MOST_SESSIONS_PER_USER,
} from '#domain/session/session-limits';
import type { login } from '#wire/auth/login';
import type { User } from '#wire/auth/user';
import type { ResponseOf } from '#wire/contract';
import type { Client } from '../../../application/call.ts';
import type { OpenedUser, SignIn } from '../../../application/sign-in.ts';
import type { Account } from '../../../ports/accounts.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { KeyVault } from '../../../ports/key-vault.ts';
import type { Places } from '../../../ports/places.ts';
import type { Randomness } from '../../../ports/randomness.ts';
import type { NewSession, Sessions, SignInDevice } from '../../../ports/sessions.ts';
import { deviceName } from './device-name.ts';
import { type IssuedTokens, issueTokens } from './issue-tokens.ts';

export const AVATAR = '/marks/logo.svg';

export interface SessionMakingPorts {
  /** How long a session without a device key lasts at most. */
  readonly unboundSessionMs: number;
  readonly vault: Pick<KeyVault, 'wrapForToken'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly randomness: Randomness;
  readonly places: Places;
}

/** A session with the tokens that its holder receives. */
export interface MadeSession {
  readonly session: NewSession;
  readonly tokens: IssuedTokens;
}

/** Creates a session for a user whose data key is open and erases the key. Nothing is stored yet. */
export function makeSession(
  ports: SessionMakingPorts,
  { account, passwordSalt, dataKey }: OpenedUser,
  client: Client,
): MadeSession {
  const { userId } = account;
  const now = ports.clock.now();
  const id = ports.randomness.uuid();
  const lastsMs = client.device === null ? ports.unboundSessionMs : ABSOLUTE_MS;
  const endsAt = new Date(now.getTime() + lastsMs);
  try {
    const opened = { userId, sessionId: id, endsAt, deviceKey: client.device, dataKey };
    const tokens = issueTokens(ports, opened, now);
    const { ip, userAgent, language } = client;
    const device = deviceOf(ports.places, account, { ...client, now });
    const stored = tokens.stored;
    const session = {
      id,
      userId,
      userAgent,
      ip,
      now,
      endsAt,
      passwordSalt,
      device,
      tokens: stored,
      language,
    };
    return { session, tokens };
  } finally {
    dataKey.fill(0);
  }
}

/** Creates a session and stores it. @returns null when the password was replaced meanwhile */
export async function startSession(
  ports: SessionMakingPorts & { readonly sessions: Pick<Sessions, 'start'> },
  user: OpenedUser,
  client: Client,
): Promise<MadeSession | null> {
  const made = makeSession(ports, user, client);
  const isStored = await ports.sessions.start(made.session, MOST_SESSIONS_PER_USER);
  return isStored ? made : null;
}

/** @returns what starts the sessions of other modules, as a sign-in with a password does */
export function createSignIn(
  ports: SessionMakingPorts & { readonly sessions: Pick<Sessions, 'start'> },
): SignIn {
  return async (user, client) => {
    const started = await startSession(ports, user, client);
    if (started === null) return null;
    const { session, tokens } = started;
    return { sessionId: session.id, response: signedInResponse(user.account, tokens) };
  };
}

/** A program on a system in a country: the network changes too often to distinguish devices. */
function deviceOf(
  places: Places,
  { userId, name, email }: Account,
  { ip, userAgent, device: key, now }: Client & { readonly now: Date },
): SignInDevice {
  const device = deviceName(userAgent);
  const place = places.find(ip).country;
  return {
    name: place === null ? device : `${device}, ${place}`,
    key,
    notice: {
      topic: 'new-device',
      channel: 'email',
      recipient: email,
      userId,
      content: { name, device, place: place ?? 'an unknown location', ip, at: now.toISOString() },
      secret: null,
      expiresAt: null,
    },
  };
}

/** The response to a sign-in, with the fields in both places where web clients look for them. */
export function signedInResponse(account: Account, tokens: IssuedTokens): ResponseOf<typeof login> {
  const user = userOf(account);
  const { accessToken: access_token, refreshToken: refresh_token } = tokens;
  return {
    user,
    access_token,
    refresh_token,
    token: access_token,
    expires_in: ACCESS_TOKEN_MS / 1000,
    data: { user, token: access_token, access_token, refresh_token },
  };
}

function userOf({ userId, name, email, phone, wallet }: Account): User {
  return {
    id: userId,
    name,
    email,
    phone,
    avatar: AVATAR,
    wallet: {
      id: wallet.id,
      name: wallet.name,
      publicWalletAddress: wallet.publicAddress,
      privateWalletAddress: wallet.privateAddress,
      railgunAddress: wallet.privateAddress,
      custody: wallet.custody,
    },
  };
}
