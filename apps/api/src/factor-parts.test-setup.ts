import { createPasskeyChallenges } from './adapters/key-vault/passkey-challenges.ts';
import { createPasskeyWraps } from './adapters/key-vault/passkey-wraps.ts';
import { createTextSeals } from './adapters/key-vault/text-seals.ts';
import { createAppCodes } from './adapters/otpauth/app-codes.ts';
import type { Database } from './adapters/postgres/connection/connect.ts';
import { createPostgresApprovals } from './adapters/postgres/security/approvals.ts';
import { createPostgresSecondFactors } from './adapters/postgres/security/second-factors.ts';
import { createUsedFactors } from './adapters/postgres/security/used-factors.ts';
import { createPasskeyVerifier } from './adapters/webauthn/passkey-verifier.ts';
import type { AppPorts } from './app.ts';
import type { RowSeals } from './ports/row-seals.ts';
import type { SecondFactors } from './ports/second-factors.ts';

/** Where the software authenticators of tests say they are. */
export const TEST_SITE = { rpId: 'localhost', origins: ['http://localhost:7600'] } as const;

/** The second factors of a test server. */
export function createTestFactorParts(
  database: Pick<Database, 'pool'>,
  { seals, secret }: { readonly seals: RowSeals; readonly secret: Uint8Array },
): AppPorts['secondFactors'] & { readonly secondFactors: SecondFactors } {
  const appSeals = createTextSeals(secret, 'authenticator app');
  const trust = { seals, appSeals, used: createUsedFactors() };
  return {
    secondFactors: createPostgresSecondFactors(database, trust),
    approvals: createPostgresApprovals(database, trust),
    seals,
    passkeyVerifier: createPasskeyVerifier(TEST_SITE),
    passkeyChallenges: createPasskeyChallenges(secret),
    passkeyWraps: createPasskeyWraps(secret),
    appCodes: createAppCodes(),
    newAppSeals: createTextSeals(secret, 'new authenticator app'),
  };
}
