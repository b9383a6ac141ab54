import type { CodeSecrets } from '../ports/code-secrets.ts';
import type { TakenNotice } from '../ports/outbox.ts';
import { sealContext } from './code-notices.ts';

/** @returns the code of a notice. Throws when it was sealed for another challenge, channel or recipient. */
export function openCode(
  secrets: Pick<CodeSecrets, 'open'>,
  { secret, content, channel, recipient }: TakenNotice,
): string | null {
  if (secret === null) return null;
  return secrets.open(secret, sealContext(content.challengeId ?? '', channel, recipient));
}
