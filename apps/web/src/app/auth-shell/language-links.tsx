import { LANGUAGES, nameByLanguage } from '#language/languages';
import { pageLanguage, t } from '#language/t';
import { changeLanguage } from '../../state/language.ts';

/** The other languages, each by its own name: whoever needs one may not understand this page. */
export function LanguageLinks() {
  return (
    <nav className="auth__languages" aria-label={t('Language')}>
      {LANGUAGES.filter((language) => language !== pageLanguage()).map((language) => (
        <button
          key={language}
          type="button"
          lang={language}
          onClick={() => void changeLanguage(language)}
        >
          {nameByLanguage[language]}
        </button>
      ))}
    </nav>
  );
}
