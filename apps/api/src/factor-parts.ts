import { readSecret } from './adapters/key-vault/key-files.ts';
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
import type { ApiConfig } from './config.ts';
import type { RowSeals } from './ports/row-seals.ts';
import type { SecondFactors } from './ports/second-factors.ts';

/** Keys for second factors are derived from the one that seals rows, which the API alone has. */
export async function createFactorParts(
  { passkeys, keyFolder }: Pick<ApiConfig, 'passkeys' | 'keyFolder'>,
  { database, seals }: { readonly database: Pick<Database, 'pool'>; readonly seals: RowSeals },
): Promise<AppPorts['secondFactors'] & { readonly secondFactors: SecondFactors }> {
  const secret = await readSecret(keyFolder, 'rows-1');
  const appSeals = createTextSeals(secret, 'authenticator app');
  const trust = { seals, appSeals, used: createUsedFactors() };
  return {
    secondFactors: createPostgresSecondFactors(database, trust),
    approvals: createPostgresApprovals(database, trust),
    seals,
    passkeyVerifier: createPasskeyVerifier(passkeys),
    passkeyChallenges: createPasskeyChallenges(secret),
    passkeyWraps: createPasskeyWraps(secret),
    appCodes: createAppCodes(),
    newAppSeals: createTextSeals(secret, 'new authenticator app'),
  };
}
