import { t } from '#language/t';
import { useUser } from '../state/auth-session.ts';

/** @returns why this user can pay no one by link, as a sentence; null when they can */
export function useLinkRefusal(): string | null {
  const { custody } = useUser().wallet;
  return custody === 'only-me' ? t('You can’t approve payments by link with Only me yet.') : null;
}
