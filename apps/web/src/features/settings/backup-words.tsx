import { useState } from 'react';
import { t } from '#language/t';
import { useDiscretion } from '../../state/discretion.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Notice } from '../../ui/notice.tsx';
import { rich } from '../../ui/rich.tsx';
import { Secret } from '../../ui/secret.tsx';
import { RevealButton } from './reveal-button.tsx';
import { useReveal } from './use-reveal.ts';
import { buildWordCheck, type WordChoice } from './word-check.ts';

interface BackupWordsProps {
  words: readonly string[];
  /** The day the wallet was created. */
  made: string;
  onChecked: () => void;
}

/** The 12 words, hidden until revealed. The user then confirms three of them. */
export function BackupWords({ words, made, onChecked }: BackupWordsProps) {
  const [checks, setChecks] = useState<readonly WordChoice[] | null>(null);
  if (checks === null) {
    return (
      <WordList
        words={words}
        made={made}
        onWritten={() => setChecks(buildWordCheck(words, Math.random))}
      />
    );
  }
  return <WordCheck checks={checks} onBack={() => setChecks(null)} onChecked={onChecked} />;
}

function WordList({
  words,
  made,
  onWritten,
}: Omit<BackupWordsProps, 'onChecked'> & { onWritten: () => void }) {
  const { isShown, toggle } = useReveal();
  const [wasShown, setWasShown] = useState(false);
  const isDiscreet = useDiscretion();
  return (
    <>
      <ol
        className={classNames('backup-words', isDiscreet && 'settings-modal__not-selectable')}
        aria-label={t('The 12 words')}
      >
        {words.map((word, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a word may appear twice, and the order is what counts.
          <li key={index}>
            <span className="backup-words__number figures">{index + 1}</span>
            <b>
              <Secret isHidden={!isShown} width="4.5em">
                {word}
              </Secret>
            </b>
          </li>
        ))}
      </ol>
      <div className="settings-modal__tools">
        <RevealButton
          what="words"
          isShown={isShown}
          onToggle={() => {
            setWasShown(true);
            toggle();
          }}
        />
      </div>
      <p className="settings-modal__text">
        {rich(
          'Write them on paper in this order, with the date your wallet was created: <b>{day}</b>. Railway uses this date to restore your private balance faster.',
          { day: made, b: (inside) => <b className="settings-modal__made">{inside}</b> },
        )}
      </p>
      <Button size="lg" variant="filled" isWide disabled={!wasShown} onClick={onWritten}>
        {t('I wrote them down')}
      </Button>
    </>
  );
}

interface WordCheckProps {
  checks: readonly WordChoice[];
  onBack: () => void;
  onChecked: () => void;
}

function WordCheck({ checks, onBack, onChecked }: WordCheckProps) {
  const [position, setPosition] = useState(0);
  const [wrong, setWrong] = useState<string | null>(null);
  const check = checks[position];
  if (!check) return null;
  const { index, correct, choices } = check;

  function choose(word: string) {
    if (word !== correct) {
      setWrong(word);
      return;
    }
    setWrong(null);
    if (position + 1 === checks.length) onChecked();
    else setPosition(position + 1);
  }

  return (
    <>
      <fieldset className="word-check">
        <legend>
          <b>{t('Which is word {number}?', { number: index + 1 })}</b>{' '}
          <span>
            {t('Question {number} of {total}', { number: position + 1, total: checks.length })}
          </span>
        </legend>
        {choices.map((word) => (
          <Button key={word} size="lg" onClick={() => choose(word)}>
            {word}
          </Button>
        ))}
      </fieldset>
      {wrong === null ? null : (
        <Notice tone="bad" isAlert>
          {t(
            '“{word}” isn’t word {number}. Check your paper. If it’s wrong, show the words again and correct it.',
            { word: wrong, number: index + 1 },
          )}
        </Notice>
      )}
      <Button onClick={onBack}>{t('Show the words again')}</Button>
    </>
  );
}
