import { t } from '#language/t';
import { Link } from '../../../lib/navigation/navigation.tsx';
import { paths } from '../../../paths.ts';
import { buttonClassName } from '../../../ui/button.tsx';
import { type Fact, FactList } from '../../../ui/fact-list.tsx';

interface ProtectedProps {
  hasPasskey: boolean;
  areWordsChecked: boolean;
  /** The wallet is the one of before. */
  isKept: boolean;
}

/** What is true from now on. */
export function Protected({ hasPasskey, areWordsChecked, isKept }: ProtectedProps) {
  return (
    <div className="protect protect--narrow protect__panel card">
      <header className="protect__head">
        <h1 className="page-title">
          {isKept ? t('You have your keys now') : t('Only you can move your money')}
        </h1>
        <p>
          {isKept
            ? t('Kax deleted its copy. You approve every payment on your device.')
            : t('Kax has no key to it. You approve every payment on your device.')}
        </p>
      </header>
      <FactList
        facts={[
          ...(hasPasskey ? withPasskey(areWordsChecked) : [WORDS_ALONE]),
          {
            tone: 'warn',
            text: t(
              'Your keys open in a page that Kax serves. Whoever changes its code could misuse them.',
            ),
          },
          isKept ? BACKUPS : NEW_ADDRESSES,
        ]}
      />
      <Link
        to={paths.dashboard}
        className={buttonClassName({ variant: 'filled', size: 'lg', isWide: true })}
      >
        {t('Open my wallet')}
      </Link>
    </div>
  );
}

function withPasskey(areWordsChecked: boolean): readonly Fact[] {
  const first = { tone: 'good', text: t('Your passkey approves payments.') } as const;
  const text = t('Your 12 words open your wallet without it.');
  return areWordsChecked ? [first, { tone: 'good', text }] : [first, WORDS_MISSING];
}

const NEW_ADDRESSES: Fact = {
  tone: 'plain',
  text: t('Your addresses are new. Don’t use the old ones.'),
};
const BACKUPS: Fact = {
  tone: 'warn',
  text: t('Your addresses are the same. Older backups of our data still have your keys.'),
};
const WORDS_MISSING: Fact = {
  tone: 'warn',
  text: t('You haven’t saved your 12 words. If you lose your passkey, you lose your money.'),
};
const WORDS_ALONE: Fact = {
  tone: 'warn',
  text: t('Your 12 words approve payments. Add a passkey under Settings.'),
};
