import type { PasswordParameters } from './password-hash.ts';

/** For tests of something else: hashing with these costs next to nothing. */
export const CHEAP_PASSWORDS: PasswordParameters = { memoryKiB: 8, iterations: 1, parallelism: 1 };
