import type { login } from '#wire/auth/login';
import type { User } from '#wire/auth/user';
import type { ResponseOf } from '#wire/contract';
import { buildUser } from './user.ts';

/** The server's response to a sign-in. */
export function buildSignedInResponse(user: User = buildUser()): ResponseOf<typeof login> {
  const tokens = { access_token: 'access-1', refresh_token: 'refresh-1', token: 'access-1' };
  return { user, ...tokens, expires_in: 600, data: { user, ...tokens } };
}
