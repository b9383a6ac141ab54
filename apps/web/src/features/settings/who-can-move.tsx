import {
  Database,
  KeyRound,
  Mail,
  MonitorSmartphone,
  Server,
  Smartphone,
  User,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '#language/t';
import { Link } from '../../lib/navigation/navigation.tsx';
import { paths } from '../../paths.ts';
import { rich } from '../../ui/rich.tsx';
import { PowerRow } from './power-row.tsx';

/** Where the recovery key for forgotten passwords is stored; null until known. */
export type RecoveryKeyPlace = 'file' | 'aws-kms' | null;

interface WhoCanMoveProps {
  /** The number of signed-in devices; null until known. */
  sessionCount: number | null;
  recoveryKey: RecoveryKeyPlace;
  /** Leads to the choice who has the keys; null where this installation has no signer. */
  protect: ReactNode;
}

/** Explains in plain words who can move the money. */
export function WhoCanMove({ sessionCount, recoveryKey, protect }: WhoCanMoveProps) {
  return (
    <section className="card settings-card" aria-labelledby="who-can-move">
      <header className="settings-card__head settings-card__head--ruled">
        <h2 className="card-title" id="who-can-move">
          {t('Who can move your money')}
        </h2>
        <p>
          {t(
            'Your keys are encrypted on our server. Here’s who can open them, with no small print.',
          )}
        </p>
      </header>
      <ul className="who-can-move">
        <PowerRow Icon={User} who={t('You, while you’re signed in')} verdict="yes">
          {t('Your password or a signed-in device opens your keys for one request at a time.')}
        </PowerRow>
        <PowerRow Icon={MonitorSmartphone} who={devicesText(sessionCount)} verdict="yes">
          {rich('<link>View sessions.</link> Terminating one removes its access immediately.', {
            link: (inside) => <Link to={paths.userSessions}>{inside}</Link>,
          })}
        </PowerRow>
        <PowerRow
          Icon={KeyRound}
          who={t('Anyone who has your 12 words or your key')}
          verdict="beware"
        >
          {t('They don’t need Kax or your password. Never show them to anyone.')}
        </PowerRow>
        <PowerRow
          Icon={Mail}
          who={t('Anyone who can read both your email and your texts')}
          verdict="beware"
          verdictText={t('With a reset')}
        >
          {t('With both codes, they can set a new password. Protect each one separately.')}
        </PowerRow>
        <PowerRow
          Icon={Server}
          who={t('Kax, which runs the server')}
          verdict="beware"
          verdictText={t('Could')}
        >
          {t(
            'We could while processing your requests, or with the recovery key that makes password resets possible.',
          )}{' '}
          {SENTENCE_BY_PLACE[recoveryKey ?? 'unknown']}
        </PowerRow>
        <PowerRow
          Icon={Smartphone}
          who={t('A thief with only your locked phone or only your mailbox')}
          verdict="no"
        >
          {t(
            'One code alone can’t set a password. If your stolen phone is signed in, terminate its session from another device.',
          )}
        </PowerRow>
        <PowerRow Icon={Database} who={t('A thief with only a copy of our database')} verdict="no">
          {t('It contains no keys or passwords that could open your wallet.')}
        </PowerRow>
      </ul>
      <p className="settings-card__foot">
        {protect ??
          t(
            'To be the only one who can move your money, create a wallet in another app and send it there. Exporting your keys gives you a copy, but ours keeps working.',
          )}
      </p>
    </section>
  );
}

function devicesText(count: number | null): string {
  if (count === null) return t('Your signed-in devices');
  return t('{count, plural, one {Your # signed-in device} other {Your # signed-in devices}}', {
    count,
  });
}

const SENTENCE_BY_PLACE = {
  file: t('That key is a file on the server. Anyone who takes over the whole server has it too.'),
  'aws-kms': t(
    'That key is in AWS KMS and can’t be copied, but the server can use it to open a wallet.',
  ),
  unknown: t('We couldn’t check where that key is stored.'),
} as const;
