import { readPushPublicKey } from './adapters/key-vault/push-keys.ts';
import type { Database } from './adapters/postgres/connection/connect.ts';
import { createPostgresInbox } from './adapters/postgres/notifications/inbox.ts';
import { createPostgresPushSubscriptions } from './adapters/postgres/notifications/push-subscriptions.ts';
import type { ApiConfig } from './config.ts';
import type { RowSeals } from './ports/row-seals.ts';

/** @returns what the calls of the inbox and of push messages are made of; no push without a key */
export async function readPushParts(
  { keyFolder, pushHosts: hosts }: Pick<ApiConfig, 'keyFolder' | 'pushHosts'>,
  database: Database,
  sharedSeals: RowSeals,
) {
  const publicKey = await readPushPublicKey(keyFolder);
  return {
    inbox: createPostgresInbox(database),
    push: publicKey === null ? null : { publicKey, hosts },
    pushSubscriptions: createPostgresPushSubscriptions(database, sharedSeals),
  };
}
