import { CLAIM_LINKS_FILE, createCodeSecrets } from './adapters/key-vault/code-secrets.ts';
import { readSecret } from './adapters/key-vault/key-files.ts';
import { createLinkSeals } from './adapters/key-vault/link-seals.ts';
import { createRecipientTags } from './adapters/key-vault/recipient-tags.ts';
import { createPostgresUserLanguages } from './adapters/postgres/accounts/user-languages.ts';
import type { Database } from './adapters/postgres/connection/connect.ts';
import { createPostgresClaimMessages } from './adapters/postgres/operations/claim-messages.ts';
import { createPostgresClaims } from './adapters/postgres/operations/claims.ts';
import { createReportUnsealed, type UnsealedReport } from './application/report-unsealed.ts';
import type { CommonConfig } from './config-groups.ts';
import {
  type ClaimMessagesPorts,
  createClaimMessages,
} from './modules/wallet/claims/claim-messages.ts';

/** What payments by link and their messages share with the rest of the API. */
export interface ClaimSurroundings
  extends Pick<ClaimMessagesPorts, 'networks' | 'clock' | 'report'> {
  readonly database: Database;
}

/** @returns what the payments by link of users are made of */
export async function readClaimParts(
  { keyFolder }: Pick<CommonConfig, 'keyFolder'>,
  surroundings: ClaimSurroundings,
  unsealed: UnsealedReport,
) {
  return createClaimParts(surroundings, unsealed, {
    rows: await readSecret(keyFolder, 'rows-1'),
    links: await readSecret(keyFolder, CLAIM_LINKS_FILE),
  });
}

/** 32 bytes each: that of rows only the API has; that of links the process has too that sends them. */
interface ClaimSecrets {
  readonly rows: Uint8Array;
  readonly links: Uint8Array;
}

export function createClaimParts(
  { database, networks, clock, report }: ClaimSurroundings,
  unsealed: UnsealedReport,
  { rows, links }: ClaimSecrets,
) {
  const seals = createLinkSeals(rows, 'claims');
  return {
    claims: createPostgresClaims(database, { seals, report: createReportUnsealed(unsealed) }),
    tagRecipient: createRecipientTags(rows),
    claimMessages: createClaimMessages({
      claims: createPostgresClaimMessages(database),
      claimLinkSecrets: createCodeSecrets(links),
      languages: createPostgresUserLanguages(database),
      ...{ networks, clock, report },
    }),
  };
}
