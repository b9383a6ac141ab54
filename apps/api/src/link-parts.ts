import type { UnsealedReport } from './application/report-unsealed.ts';
import { type ClaimSurroundings, readClaimParts } from './claim-parts.ts';
import type { CommonConfig } from './config-groups.ts';
import { readPaymentRequestParts } from './payment-request-parts.ts';

/** @returns what everything is made of that users share as links */
export async function readLinkParts(
  config: Pick<CommonConfig, 'keyFolder'>,
  surroundings: ClaimSurroundings,
  unsealed: UnsealedReport,
) {
  return {
    ...(await readPaymentRequestParts(config, surroundings.database, unsealed)),
    ...(await readClaimParts(config, surroundings, unsealed)),
  };
}
