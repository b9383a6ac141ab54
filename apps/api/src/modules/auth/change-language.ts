import type { changeLanguage } from '#wire/auth/change-language';
import type { Handler } from '../../application/call.ts';
import type { UserLanguages } from '../../ports/user-languages.ts';

export interface ChangeLanguagePorts {
  readonly languages: Pick<UserLanguages, 'set'>;
}

/** Sets the language of the caller's emails and messages, until the next sign-in or choice. */
export function createChangeLanguage({
  languages,
}: ChangeLanguagePorts): Handler<typeof changeLanguage> {
  return async ({ session, body: { language } }) => {
    await languages.set(session.userId, language);
    return { data: { language } };
  };
}
