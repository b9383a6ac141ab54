import { readPushSigner } from './adapters/key-vault/push-keys.ts';
import type { Database } from './adapters/postgres/connection/connect.ts';
import { createPostgresPushQueue } from './adapters/postgres/notifications/push-queue.ts';
import { createWebPush } from './adapters/web-push/push-sender.ts';
import type { Job } from './application/job.ts';
import type { WorkerConfig } from './config.ts';
import { createSendPushes, type SendPushesPorts } from './jobs/send-pushes.ts';
import type { RowSeals } from './ports/row-seals.ts';

const TIMEOUT_MS = 10_000;

/** @returns what sends push messages; nothing without a key */
export async function readPushJobs(
  { keyFolder, push }: Pick<WorkerConfig, 'keyFolder' | 'push'>,
  {
    database,
    sharedSeals,
    clock,
    report,
  }: Pick<SendPushesPorts, 'clock' | 'report'> & {
    readonly database: Database;
    readonly sharedSeals: RowSeals;
  },
): Promise<readonly Job[]> {
  const signer = await readPushSigner(keyFolder);
  if (signer === null) return [];
  const pushSender = createWebPush({ ...push, signer, timeoutMs: TIMEOUT_MS, clock });
  const pushes = createPostgresPushQueue(database, sharedSeals);
  return [createSendPushes({ pushes, pushSender, clock, report })];
}
