import type { Language } from '#language/languages';
import { readStored, STORAGE_KEYS } from '../lib/storage.ts';
import { changeSettings } from './settings.ts';

/**
 * Shows everything in another language from now on, and has emails and messages be in it. Texts are read when the page
 * loads, so it loads again.
 */
export async function changeLanguage(language: Language): Promise<void> {
  await saveIfSignedIn(language);
  changeSettings({ language });
  location.reload();
}

/** What can't be saved now is saved by the next sign-in. */
async function saveIfSignedIn(language: Language): Promise<void> {
  if (readStored(STORAGE_KEYS.accessToken) === null) return;
  try {
    const { saveLanguage } = await import('../lib/save-language.ts');
    await saveLanguage(language);
  } catch {
    // This part of the page couldn't be loaded.
  }
}
