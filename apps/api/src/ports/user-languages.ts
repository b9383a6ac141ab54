import type { Language } from '#language/languages';

/** The languages of users' emails and messages. */
export interface UserLanguages {
  /** @returns English for a user who isn't there, and where something else wrote what is no language */
  of(userId: string): Promise<Language>;
  /** Writes nothing when it is that already. */
  set(userId: string, language: Language): Promise<void>;
}
