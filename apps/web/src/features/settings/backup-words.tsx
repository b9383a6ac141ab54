import { useState } from 'react';
import { useDiscretion } from '../../state/discretion.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Notice } from '../../ui/notice.tsx';
import { Secret } from '../../ui/secret.tsx';
import { RevealButton } from './reveal-button.tsx';
import { useReveal } from './use-reveal.ts';
import { buildWordCheck, type WordQuestion } from './word-check.ts';

interface BackupWordsProps {
  words: readonly string[];
  /** The day the wallet was made. */
  made: string;
  onChecked: () => void;
}

/** The 12 words, covered until they are asked for; then three of them are asked back. */
export function BackupWords({ words, made, onChecked }: BackupWordsProps) {
  const [questions, setQuestions] = useState<readonly WordQuestion[] | null>(null);
  if (questions === null) {
    return (
      <WordList
        words={words}
        made={made}
        onWritten={() => setQuestions(buildWordCheck(words, Math.random))}
      />
    );
  }
  return (
    <WordCheck questions={questions} onBack={() => setQuestions(null)} onChecked={onChecked} />
  );
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
        aria-label="The 12 words"
      >
        {words.map((word, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a word may come twice, and the order is what counts.
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
          what="the words"
          isShown={isShown}
          onToggle={() => {
            setWasShown(true);
            toggle();
          }}
        />
      </div>
      <p className="settings-modal__words">
        Write them on paper in this order, with the date your wallet was created:{' '}
        <b className="settings-modal__made">{made}</b>. Railway uses this date to restore your
        private balance faster.
      </p>
      <Button size="lg" variant="filled" isWide disabled={!wasShown} onClick={onWritten}>
        I wrote them down
      </Button>
    </>
  );
}

interface WordCheckProps {
  questions: readonly WordQuestion[];
  onBack: () => void;
  onChecked: () => void;
}

function WordCheck({ questions, onBack, onChecked }: WordCheckProps) {
  const [asked, setAsked] = useState(0);
  const [wrong, setWrong] = useState<string | null>(null);
  const question = questions[asked];
  if (!question) return null;
  const { index, answer, choices } = question;

  function choose(word: string) {
    if (word !== answer) {
      setWrong(word);
      return;
    }
    setWrong(null);
    if (asked + 1 === questions.length) onChecked();
    else setAsked(asked + 1);
  }

  return (
    <>
      <fieldset className="word-check">
        <legend>
          <b>Which is word {index + 1}?</b>{' '}
          <span>
            Question {asked + 1} of {questions.length}
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
          “{wrong}” is not word {index + 1}. Check your paper. If it’s wrong, show the words again
          and correct it.
        </Notice>
      )}
      <Button onClick={onBack}>Show the words again</Button>
    </>
  );
}
