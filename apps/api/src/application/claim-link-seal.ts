import type { CodeSecrets } from '../ports/code-secrets.ts';
import type { Notice, TakenNotice } from '../ports/outbox.ts';

/** Encrypts and opens the codes in links of payments until they are sent. */
export type ClaimLinkSecrets = Pick<CodeSecrets, 'seal' | 'open'>;

/** @returns what a sealed code is bound to: moved to another message, it does not open */
function contextOf(
  claimId: string,
  { channel, recipient }: Pick<Notice, 'channel' | 'recipient'>,
): readonly string[] {
  return ['outbox claim link', claimId, channel, recipient];
}

/** @returns the notice with the code of its claim, which only the process that sends it opens */
export function withClaimCode(
  secrets: Pick<ClaimLinkSecrets, 'seal'>,
  notice: Omit<Notice, 'secret'>,
  { id, code }: { readonly id: string; readonly code: string },
): Notice {
  return { ...notice, secret: secrets.seal(code, contextOf(id, notice)) };
}

/** @returns the code of a claim; null where none is left. Throws when it was sealed for another message. */
export function openClaimCode(
  secrets: Pick<ClaimLinkSecrets, 'open'>,
  notice: TakenNotice,
): string | null {
  if (notice.secret === null) return null;
  return secrets.open(notice.secret, contextOf(notice.content.claimId ?? '', notice));
}
