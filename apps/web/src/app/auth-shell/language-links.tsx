import { LANGUAGES, type Language, nameByLanguage } from '#language/languages';
import { pageLanguage, t } from '#language/t';
import { useLocation, useNavigate } from '../../lib/navigation/navigation.tsx';
import { changeLanguage } from '../../state/language.ts';

/** The other languages, each by its own name: whoever needs one may not understand this page. */
export function LanguageLinks() {
  const { state, key, ...address } = useLocation();
  const navigate = useNavigate();

  function choose(language: Language) {
    // The page loads again.
    navigate(address, { replace: true, state: Object.assign({}, state, typedTexts()) });
    void changeLanguage(language);
  }

  return (
    <nav className="auth__languages" aria-label={t('Language')}>
      {LANGUAGES.filter((language) => language !== pageLanguage()).map((language) => (
        <button key={language} type="button" lang={language} onClick={() => choose(language)}>
          {nameByLanguage[language]}
        </button>
      ))}
    </nav>
  );
}

/** @returns what is typed on this page, by the names of the fields, without passwords and codes */
function typedTexts(): Readonly<Record<string, string>> {
  const fields = document.querySelectorAll<HTMLInputElement>(
    'input:is([name="name"], [name="email"], [name="phone"])',
  );
  return Object.fromEntries([...fields].map(({ name, value }) => [name, value]));
}
