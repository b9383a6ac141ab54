import type { login } from '#wire/auth/login';
import type { register } from '#wire/auth/register';
import type { User } from '#wire/auth/user';
import type { ResponseOf } from '#wire/contract';
import type { ApiResult } from './api-result.ts';

/** How long the simulated calls take (§9 Simulated local auth delay). */
const DELAY_MS = 1_000;

/** The only credentials it accepts (§7 Local login). They protect nothing: there is no server behind them. */
const DEMO = { email: 'demo@kax.example', password: 'Showcase!1' } as const;

const DEMO_USER: User = {
  id: 'local-demo',
  name: 'Dana Showcase',
  email: DEMO.email,
  phone: '+14155550199',
  avatar: '',
  wallet: {
    id: 'local-demo-wallet',
    name: "Dana's wallet",
    publicWalletAddress: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
    privateWalletAddress:
      '0zk1qyk9nn28x0u3rwn5pknglda68wrn7gw6anjw8gg94mcj6eq5u48tlrv7j6fe3z53lama02nutwtcqc979wnce0qwly4y7w4rls5cq040g7z8eagshxrw5ajy990',
    railgunAddress:
      '0zk1qyk9nn28x0u3rwn5pknglda68wrn7gw6anjw8gg94mcj6eq5u48tlrv7j6fe3z53lama02nutwtcqc979wnce0qwly4y7w4rls5cq040g7z8eagshxrw5ajy990',
    custody: 'assisted',
  },
};

/**
 * Simulates sign-in and registration for builds that show the screens without a server (§7 Local login).
 * @param name of the call. @param body of the request.
 * @returns null for every other call.
 */
export async function respondLocally(
  name: string,
  body: unknown,
): Promise<ApiResult<unknown> | null> {
  if (name !== 'login' && name !== 'register') return null;
  await new Promise((resolve) => setTimeout(resolve, DELAY_MS));
  return name === 'login' ? signIn(body) : signUp(body);
}

function signIn(body: unknown): ApiResult<ResponseOf<typeof login>> {
  const isDemo = textIn(body, 'email') === DEMO.email && textIn(body, 'password') === DEMO.password;
  // §8: a failed local login has no message.
  if (!isDemo) return { ok: false, error: { code: 'wrong-credentials', message: '', status: 401 } };
  const tokens = { access_token: 'local-access', refresh_token: 'local-refresh' };
  const signedIn = { user: DEMO_USER, token: tokens.access_token, ...tokens };
  return { ok: true, data: { ...signedIn, expires_in: 600, data: signedIn } };
}

function signUp(body: unknown): ApiResult<ResponseOf<typeof register>> {
  const user = {
    id: 'local-registration',
    name: textIn(body, 'name'),
    email: textIn(body, 'email'),
    phone: textIn(body, 'phone'),
    avatar: '',
  };
  return {
    ok: true,
    data: {
      user,
      registrationToken: 'local-registration',
      phoneCode: 'sent',
      resendAfter: 60,
      data: { user },
    },
  };
}

function textIn(body: unknown, name: string): string {
  const value = Object.entries(body ?? {}).find(([key]) => key === name)?.[1];
  return typeof value === 'string' ? value : '';
}
