import { join } from 'node:path';
import { readAuditKey } from './adapters/audit-files/audit-key.ts';
import { readTranslators } from './adapters/catalogues/translators.ts';
import {
  ACCOUNTS_PUBLIC_FILE,
  readAccountSigner,
} from './adapters/key-vault/account-signatures.ts';
import { CLAIM_LINKS_FILE, createCodeSecrets } from './adapters/key-vault/code-secrets.ts';
import { readSecret } from './adapters/key-vault/key-files.ts';
import { createOnceMark } from './adapters/key-vault/once-mark.ts';
import { createRecoveryFile } from './adapters/key-vault/recovery-file.ts';
import {
  createPostgresAttemptLimits,
  createPostgresCountedLimits,
} from './adapters/postgres/accounts/attempt-limits.ts';
import { createPostgresAudit } from './adapters/postgres/accounts/audit.ts';
import { createPostgresCodeOutbox } from './adapters/postgres/accounts/code-outbox.ts';
import { createPostgresContactChanges } from './adapters/postgres/accounts/contact-changes.ts';
import { createPostgresOneTimeCodes } from './adapters/postgres/accounts/one-time-codes.ts';
import { createPostgresRecoverableAccounts } from './adapters/postgres/accounts/recoverable-accounts.ts';
import { createDatabase } from './adapters/postgres/connection/connect.ts';
import { requireRole } from './adapters/postgres/roles/require-role.ts';
import { serveRecovery } from './adapters/recovery-socket/serve-recovery.ts';
import { createSmtpMailer } from './adapters/smtp/mailer.ts';
import { systemClock, systemRandomness } from './adapters/system-clock/system-clock.ts';
import { createTwilioSmsSender } from './adapters/twilio/sms-sender.ts';
import { createShadowLimits } from './application/shadow-limits.ts';
import { createTextBudgets } from './application/text-budgets.ts';
import { readRecoveryConfig } from './config.ts';
import { readFreezeLink } from './freeze-links.ts';
import { guardConnections } from './guard-connections.ts';
import { guardMemory, warnOfExposures } from './guard-memory.ts';
import { createRenewRecoveryWraps } from './jobs/renew-recovery-wraps.ts';
import { createSendOutbox } from './jobs/send-outbox.ts';
import { createSweepCodes } from './jobs/sweep-codes.ts';
import { createLog } from './log.ts';
import { createAccountRecovery } from './recovery/account-recovery.ts';
import { createApplyContactChanges } from './recovery/apply-contact-changes.ts';
import { createEndedChanges } from './recovery/contact-changes.ts';
import { enrollEarlierAccounts } from './recovery/enroll-earlier-accounts.ts';
import { openCode, openLink } from './recovery/open-code.ts';
import { createRecoveryLimits } from './recovery/recovery-limits.ts';
import { stopOnSignal } from './stop-on-signal.ts';

const DELIVERY_TIMEOUT_MS = 15_000;

guardMemory();

const config = readRecoveryConfig();
const log = createLog({ level: config.logLevel, process: 'recovery' });
warnOfExposures(config, log);
guardConnections(config, []);
const report = ({ message, cause, ...more }: { message: string; cause: unknown }) =>
  log.warn({ ...more, err: cause }, message);
const database = createDatabase(config.databaseUrl, (cause) =>
  report({ message: 'A connection to the database was lost.', cause }),
);
await requireRole(database, 'kax_recovery', config);
const { keyFolder: folder, socket, key: kind } = config;
const accounts = createPostgresRecoverableAccounts(database);
const clock = systemClock;
const { key, renewing } =
  kind.kind === 'file'
    ? await readKeyFile()
    : // Amazon's client takes some 28 MB, which only servers that use it should load.
      {
        key: (await import('./adapters/aws-kms/recovery-kms.ts')).createRecoveryKms(kind),
        renewing: [],
      };
const signer = await readAccountSigner(folder, join(folder, ACCOUNTS_PUBLIC_FILE));
const codeSecrets = createCodeSecrets(await readSecret(folder, 'codes-1'));
const claimLinkSecrets = createCodeSecrets(await readSecret(folder, CLAIM_LINKS_FILE));
const limits = createPostgresAttemptLimits(database);
const textLimits = createShadowLimits(createPostgresCountedLimits(database));
const codes = createPostgresOneTimeCodes(database);
const audit = createPostgresAudit(database, await readAuditKey(folder));
const changing = {
  ...{ key, signer, accounts, audit, clock, report },
  contactChanges: createPostgresContactChanges(database),
  endedChanges: createEndedChanges(),
  contactChangeMs: config.contactChangeMs,
};
const recovery = createAccountRecovery({
  ...{ ...changing, codes, codeSecrets },
  limits: createRecoveryLimits(limits, (message) => log.error(message)),
  randomness: systemRandomness,
  isSandbox: config.mode === 'sandbox',
});
const outbox = createPostgresCodeOutbox(database);
const [origin] = config.publicOrigins;
const jobs = [
  createSendOutbox({
    translatorOf: readTranslators(),
    outbox,
    mailer: createSmtpMailer({ ...config.mail, timeoutMs: DELIVERY_TIMEOUT_MS }),
    sms: createTwilioSmsSender({ ...config.sms, timeoutMs: DELIVERY_TIMEOUT_MS }),
    freezeLink: await readFreezeLink(config, clock),
    openCode: (notice) => openCode(codeSecrets, notice),
    openLink: (notice) => openLink(claimLinkSecrets, origin ?? null, notice),
    isStillDue: async () => true,
    textBudgets: createTextBudgets(textLimits, config.texts.perDay, (message) =>
      log.error(message),
    ),
    host: origin === undefined ? null : new URL(origin).hostname,
    smsCountries: config.texts.countries,
    clock,
    report,
  }),
  createSweepCodes({ codes, outbox, clock, report }),
  createApplyContactChanges(changing),
  ...renewing,
];
const enrolled = await enrollEarlierAccounts({
  ...{ accounts, signer, key },
  mark: createOnceMark(join(folder, 'accounts-signed')),
  reportUnopened,
});
const server = await serveRecovery(socket, recovery, { report });
for (const job of jobs) job.start();
stopOnSignal(log, [
  () => server.close(),
  () => Promise.all(jobs.map((job) => job.stop())),
  () => database.close(),
]);
log.info({ enrolled }, 'ready');

/** A key in a file is replaced by another one; KMS replaces its own. */
async function readKeyFile() {
  const file = await createRecoveryFile(folder);
  const announce = (renewed: number) => log.info({ renewed }, 'recovery wraps were made again');
  const ports = { accounts, key: file, clock, announce, reportUnopened, report };
  return { key: file, renewing: [createRenewRecoveryWraps(ports)] };
}

function reportUnopened(userId: string, cause?: unknown): void {
  log.error({ userId, err: cause }, 'A recovery wrap of a user does not open.');
}
