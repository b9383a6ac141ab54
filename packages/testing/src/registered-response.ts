import type { register } from '#wire/auth/register';
import type { UnverifiedUser } from '#wire/auth/user';
import type { ResponseOf } from '#wire/contract';

/** The server's response to a registration; a test gives what it is about, the rest has defaults. */
export function buildRegisteredResponse(
  values: Partial<UnverifiedUser> = {},
): ResponseOf<typeof register> {
  const user = {
    id: '0190a1b2-0000-7000-8000-000000000009',
    name: 'Dana Weiss',
    email: 'dana@kax.test',
    phone: '+14155550188',
    avatar: '/avatar.svg',
    ...values,
  };
  return { user, registrationToken: 'kxg_1', resendAfter: 60, phoneCode: 'sent', data: { user } };
}
