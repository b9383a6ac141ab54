import type { Language } from '#language/languages';
import { changeLanguage } from '#wire/auth/change-language';
import { callApi } from './api-client.ts';

const LONGEST_MS = 5_000;

/** Sets the language of the user's emails and messages. It waits no longer than a user would, and never fails. */
export async function saveLanguage(language: Language): Promise<void> {
  await callApi(changeLanguage, { body: { language }, signal: AbortSignal.timeout(LONGEST_MS) });
}
