import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { login } from '#wire/auth/login';
import { register } from '#wire/auth/register';
import { respondLocally } from './local-login.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const demo = { email: 'demo@kax.example', password: 'Showcase!1' };

async function respondAfter(ms: number, name: string, body: unknown) {
  const isResolved = vi.fn();
  const response = respondLocally(name, body).finally(isResolved);
  await vi.advanceTimersByTimeAsync(ms - 1);
  expect(isResolved).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  return response;
}

test('the demo credentials sign in after 1000 ms with a response that matches the contract (§7 Local login, §9)', async () => {
  const response = await respondAfter(1_000, 'login', demo);
  expect(login.response.safeParse(response?.ok ? response.data : null).success).toBe(true);
});

test.each([
  { ...demo, password: 'wrong' },
  { email: 'alice@kax.test', password: demo.password },
  { phone: '+14155550101', password: demo.password },
  null,
])('any other credentials fail without a message (§8): %j', async (body) => {
  const response = await respondAfter(1_000, 'login', body);
  expect(response?.ok === false ? response.error.message : 'signed in').toBe('');
});

test('a registration is simulated too (§7 Local login)', async () => {
  const body = { name: 'Dana', email: 'dana@kax.example', password: 'x', phone: '+14155550199' };
  const response = await respondAfter(1_000, 'register', body);
  const parsed = register.response.safeParse(response?.ok ? response.data : null);
  expect(parsed.success ? parsed.data.user.email : null).toBe('dana@kax.example');
});

test('every other call goes to the server immediately', async () => {
  expect(await respondLocally('coins', undefined)).toBeNull();
});
