import { Code, Database, FileKey, Mail, Server, Smartphone, User } from 'lucide-react';
import { t } from '#language/t';
import { PowerRow } from './power-row.tsx';
import { ReleaseHash } from './release-hash.tsx';

interface WhoCanMoveOnlyMeProps {
  /** SHA-256 of the release of the signer, as hex; null while unknown. */
  release: string | null;
}

/** Explains in plain words who can move the money of a wallet whose keys only its owner has. */
export function WhoCanMoveOnlyMe({ release }: WhoCanMoveOnlyMeProps) {
  return (
    <section className="card settings-card" aria-labelledby="who-can-move">
      <header className="settings-card__head settings-card__head--ruled">
        <h2 className="card-title" id="who-can-move">
          {t('Who can move your money')}
        </h2>
        <p>{t('You chose Only me: Kax has no key to your money.')}</p>
      </header>
      <ul className="who-can-move">
        <PowerRow Icon={User} who={t('You')} verdict="yes">
          {t('With your passkey, or with your words.')}
        </PowerRow>
        <PowerRow Icon={FileKey} who={t('Anyone who has your 12 words')} verdict="beware">
          {t('They need nothing else. Never show them to anyone.')}
        </PowerRow>
        <PowerRow
          Icon={Code}
          who={t('Someone who changes the code of the page with your keys')}
          verdict="beware"
          verdictText={t('Could')}
        >
          {t('They could misuse your approval while you give it. That includes us.')}
        </PowerRow>
        <PowerRow Icon={Server} who={t('Kax')} verdict="no">
          {t('We prepare and send payments, and have no key that signs them.')}
        </PowerRow>
        <PowerRow Icon={Mail} who={t('Someone with your email and your phone')} verdict="no">
          {t('A reset lets them look, not spend.')}
        </PowerRow>
        <PowerRow Icon={Smartphone} who={t('A thief with your locked phone')} verdict="no">
          {t('They need your face, fingerprint or screen lock.')}
        </PowerRow>
        <PowerRow Icon={Database} who={t('A thief with all our data')} verdict="no">
          {t(
            'What’s in it of your keys opens only with your passkey or your words. If you took them over from Kax, backups from before that still have them.',
          )}
        </PowerRow>
      </ul>
      <div className="settings-card__foot">
        <ReleaseHash release={release} />
      </div>
    </section>
  );
}
