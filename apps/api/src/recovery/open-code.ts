import { claimLink } from '#domain/claim/claim-link';
import { type ClaimLinkSecrets, openClaimCode } from '../application/claim-link-seal.ts';
import type { CodeSecrets } from '../ports/code-secrets.ts';
import { CLAIM_LINK_TOPICS, type TakenNotice } from '../ports/outbox.ts';
import { sealContext } from './code-notices.ts';

/** @returns the code of a notice. Throws when it was sealed for another challenge, channel or recipient. */
export function openCode(
  secrets: Pick<CodeSecrets, 'open'>,
  { topic, secret, content, channel, recipient }: TakenNotice,
): string | null {
  if (secret === null || CLAIM_LINK_TOPICS.includes(topic)) return null;
  return secrets.open(secret, sealContext(content.challengeId ?? '', channel, recipient));
}

/**
 * @param origin of the web app; null when it is not known
 * @returns the link to a payment that a notice brings; null where it brings none. Throws when its code was sealed for
 * another message.
 */
export function openLink(
  secrets: Pick<ClaimLinkSecrets, 'open'>,
  origin: string | null,
  notice: TakenNotice,
): string | null {
  if (origin === null || !CLAIM_LINK_TOPICS.includes(notice.topic)) return null;
  const code = openClaimCode(secrets, notice);
  return code === null ? null : claimLink(origin, code);
}
