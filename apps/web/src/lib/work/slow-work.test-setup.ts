import { vi } from 'vitest';

/** A refusal that asks for work, which takes the page itself many short runs. */
export const workNeeded = {
  status: 429,
  body: {
    error: 'We’re checking.',
    code: 'work-needed',
    work: { token: 'token-1', modulus: 'ff01', base: '2', squarings: 500_000 },
  },
};

export const WORK_NOTE = 'We’re checking that this isn’t automated. It takes a few seconds.';

/** Each look at the clock is later. @returns what ends it */
export function slowDownWork(): () => void {
  vi.stubGlobal('Worker', undefined);
  const now = vi.spyOn(performance, 'now');
  let ms = 0;
  now.mockImplementation(() => {
    ms += 5;
    return ms;
  });
  return () => now.mockRestore();
}
