import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { createRestartable } from '#testing/restartable';
import { createAccountKey, readAccountSigner } from './adapters/key-vault/account-signatures.ts';
import { CHEAP_PASSWORDS } from './adapters/key-vault/cheap-passwords.test-setup.ts';
import { createCodeSecrets } from './adapters/key-vault/code-secrets.ts';
import { createRecoveryFile } from './adapters/key-vault/recovery-file.ts';
import { createFirstRecoveryKey } from './adapters/key-vault/recovery-keys.ts';
import { createPostgresAttemptLimits } from './adapters/postgres/accounts/attempt-limits.ts';
import { createPostgresAudit } from './adapters/postgres/accounts/audit.ts';
import { createPostgresContactChanges } from './adapters/postgres/accounts/contact-changes.ts';
import { createPostgresOneTimeCodes } from './adapters/postgres/accounts/one-time-codes.ts';
import { createPostgresRecoverableAccounts } from './adapters/postgres/accounts/recoverable-accounts.ts';
import type { Database } from './adapters/postgres/connection/connect.ts';
import { renewRecoveryWraps } from './jobs/renew-recovery-wraps.ts';
import type { AuditKey } from './ports/audit.ts';
import type { Clock } from './ports/clock.ts';
import { createAccountRecovery } from './recovery/account-recovery.ts';
import { applyContactChanges } from './recovery/apply-contact-changes.ts';
import { createEndedChanges } from './recovery/contact-changes.ts';
import { createRecoveryLimits } from './recovery/recovery-limits.ts';

/** Account recovery within the process of a test, with keys of its own. */
export async function createTestRecovery(given: {
  readonly keyFolder: string;
  readonly database: Database;
  readonly clock: Pick<Clock, 'now'>;
  readonly auditKey: AuditKey;
  readonly isCheap: boolean;
}) {
  const { keyFolder, database, clock, auditKey, isCheap } = given;
  await createFirstRecoveryKey(keyFolder);
  let key = await createRecoveryFile(keyFolder);
  const accounts = createPostgresRecoverableAccounts(database);
  await createAccountKey(keyFolder);
  const signer = await readAccountSigner(keyFolder, join(keyFolder, 'public.pem'));
  const codeSecrets = createCodeSecrets(randomBytes(32), isCheap ? CHEAP_PASSWORDS : undefined);
  const limits = createRestartable(() =>
    createRecoveryLimits(createPostgresAttemptLimits(database), () => undefined),
  );
  const endedChanges = createRestartable(createEndedChanges);
  const audit = createPostgresAudit(database, auditKey);
  const shared = {
    key: new Proxy(key, { get: (_, name) => Reflect.get(key, name) }),
    ...{ accounts, signer, audit },
    contactChanges: createPostgresContactChanges(database),
    endedChanges: endedChanges.port,
    contactChangeMs: 24 * 60 * 60_000,
    report: () => undefined,
  };
  const recovery = createAccountRecovery({
    ...{ ...shared, codeSecrets, clock },
    codes: createPostgresOneTimeCodes(database),
    limits: limits.port,
    randomness: { bytes: randomBytes, uuid: randomUUID },
    isSandbox: true,
  });
  return {
    ...{ recovery, signer, codeSecrets },
    /** As a new process would: what was counted in memory is gone. */
    forgetCounts() {
      limits.restart();
      endedChanges.restart();
    },
    /** What the process does once a minute. @param change makes another one of its ports */
    applyContactChanges: (change: Partial<Parameters<typeof applyContactChanges>[0]> = {}) =>
      applyContactChanges({ ...shared, clock: { ...clock, sleep: async () => {} }, ...change }),
    contactChanges: shared.contactChanges,
    key: shared.key,
    recoveryKeys: {
      folder: keyFolder,
      async restart() {
        key = await createRecoveryFile(keyFolder);
      },
      async renew(isStopped: () => boolean = () => false) {
        let renewed = 0;
        const announce = (count: number) => {
          renewed += count;
        };
        const silent = { reportUnopened: () => undefined, report: () => undefined };
        const ports = { accounts, key, clock: { sleep: async () => {} }, announce, ...silent };
        await renewRecoveryWraps(ports, { reported: new Set(), isStopped });
        return renewed;
      },
    },
  };
}
