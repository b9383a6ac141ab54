import { Secret, TOTP } from 'otpauth';
import type { AppCodes } from '../../ports/app-codes.ts';

const SECRET_BYTES = 20;
const PERIOD_S = 30;
const RULES = { algorithm: 'SHA1', digits: 6, period: PERIOD_S } as const;

/** Codes of authenticator apps; compares in constant time. */
export function createAppCodes(): AppCodes {
  return {
    newSecret: () => new Secret({ size: SECRET_BYTES }).base32,
    uri: (secret, account) =>
      new TOTP({ ...RULES, issuer: 'Kax', label: account, secret }).toString(),
    stepOf(secret, code, { now, window }) {
      const timestamp = now.getTime();
      const rules = { ...RULES, secret: Secret.fromBase32(secret), timestamp, window };
      const delta = TOTP.validate({ ...rules, token: code });
      return delta === null ? null : Math.floor(timestamp / 1_000 / PERIOD_S) + delta;
    },
  };
}
