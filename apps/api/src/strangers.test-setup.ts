import type { DeviceKey } from '../../../scripts/check-security/device-key.ts';
import type { WorkPuzzle } from './ports/work-puzzles.ts';
import type { TestServer } from './server.test-setup.ts';

/** One attempt to sign in. */
export interface SignInAttempt {
  readonly email?: string;
  readonly phone?: string;
  readonly password?: string;
  readonly ip?: string;
  readonly device?: DeviceKey;
  readonly work?: string;
}

/** Signs in to a test server as anyone from anywhere. */
export function createSignIns(server: TestServer) {
  async function signIn(attempt: SignInAttempt) {
    const { email = server.user.email, phone, password = server.user.password } = attempt;
    const request = { method: 'POST', url: '/api/auth/login' } as const;
    const payload = JSON.stringify({ ...(phone === undefined ? { email } : { phone }), password });
    const proof = attempt.device?.prove({ ...request, body: payload, at: server.now() });
    const { statusCode, body, headers } = await server.app.inject({
      ...request,
      payload,
      headers: {
        'content-type': 'application/json',
        ...(proof === undefined ? {} : { dpop: proof }),
        ...(attempt.work === undefined ? {} : { 'kax-work': attempt.work }),
      },
      remoteAddress: attempt.ip ?? '203.0.113.9',
    });
    return { status: statusCode, headers, ...(JSON.parse(body) as SignInReply) };
  }

  /** Does the work that is asked for, as a browser does. */
  async function signInWithWork(attempt: SignInAttempt) {
    const first = await signIn(attempt);
    if (first.work === undefined) return { ...first, squarings: 0 };
    const second = await signIn({ ...attempt, work: solvePuzzle(first.work) });
    return { ...second, squarings: first.work.squarings };
  }

  return { signIn, signInWithWork };
}

interface SignInReply {
  readonly code?: string;
  readonly error?: string;
  readonly retryAfter?: number;
  readonly work?: WorkPuzzle;
}

/** @returns the header that brings the solution */
export function solvePuzzle({ token, base, modulus, squarings }: WorkPuzzle): string {
  const n = BigInt(`0x${modulus}`);
  let value = BigInt(`0x${base}`);
  for (let done = 0; done < squarings; done += 1) value = (value * value) % n;
  return `${token}.${value.toString(16)}`;
}
