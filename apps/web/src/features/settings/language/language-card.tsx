import { useId } from 'react';
import { LANGUAGES, type Language, nameByLanguage } from '#language/languages';
import { pageLanguage, t } from '#language/t';
import { dayAndClockText } from '../../../lib/elapsed.ts';
import { localFigure } from '../../../lib/local-figure.ts';
import { changeLanguage } from '../../../state/language.ts';

/** What Kax and its emails speak, and how numbers and dates look then. */
export function LanguageCard() {
  const headingId = useId();
  return (
    <section className="card settings-card" aria-labelledby={headingId}>
      <header className="settings-card__head settings-card__head--ruled">
        <h2 id={headingId}>{t('Language')}</h2>
        <p>{t('Numbers and dates follow: {example}', { example: exampleText() })}</p>
      </header>
      <div className="currencies" role="radiogroup" aria-labelledby={headingId}>
        {LANGUAGES.map((language) => (
          <LanguageRow key={language} language={language} />
        ))}
      </div>
    </section>
  );
}

function LanguageRow({ language }: { language: Language }) {
  const id = useId();
  return (
    <label className="currencies__row">
      <input
        type="radio"
        name="language"
        aria-labelledby={`${id}-name`}
        aria-describedby={`${id}-translated`}
        checked={language === pageLanguage()}
        onChange={() => void changeLanguage(language)}
      />
      <span id={`${id}-name`} lang={language}>
        {nameByLanguage[language]}
      </span>
      <span className="currencies__total" id={`${id}-translated`}>
        {TRANSLATED_NAMES[language]}
      </span>
    </label>
  );
}

const TRANSLATED_NAMES: Readonly<Record<Language, string>> = {
  en: t('English'),
  es: t('Spanish'),
  ar: t('Arabic'),
};

function exampleText(): string {
  return `${localFigure('1234.56')} · ${dayAndClockText(Date.now())}`;
}
