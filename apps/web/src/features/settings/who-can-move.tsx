import {
  Database,
  KeyRound,
  Mail,
  MonitorSmartphone,
  Server,
  Smartphone,
  User,
} from 'lucide-react';
import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import { PowerRow } from './power-row.tsx';

/** Where the key lies that makes a forgotten password recoverable; null while that is not known. */
export type RecoveryKeyPlace = 'file' | 'aws-kms' | null;

interface WhoCanMoveProps {
  /** Signed-in devices; null while that is not known. */
  sessionCount: number | null;
  recoveryKey: RecoveryKeyPlace;
}

/** Who can move the money, in plain words and without small print. */
export function WhoCanMove({ sessionCount, recoveryKey }: WhoCanMoveProps) {
  return (
    <section className="card settings-card" aria-labelledby="who-can-move">
      <header className="settings-card__head settings-card__head--ruled">
        <h2 className="card-title" id="who-can-move">
          Who can move your money
        </h2>
        <p>Your keys are sealed on our server. This is who can open them, without small print.</p>
      </header>
      <ul className="who-can-move">
        <PowerRow Icon={User} who="You, while you are signed in" answer="yes">
          Your password or one of your signed-in devices opens the keys for one request at a time.
        </PowerRow>
        <PowerRow Icon={MonitorSmartphone} who={devicesText(sessionCount)} answer="yes">
          <Link to={paths.userSessions}>See them.</Link> Terminating one takes this power away at
          once.
        </PowerRow>
        <PowerRow Icon={KeyRound} who="Anyone who has your 12 words or your key" answer="beware">
          They need neither Kax nor your password. Nobody but you should ever see them.
        </PowerRow>
        <PowerRow
          Icon={Mail}
          who="Anyone who can read both your e-mail and your phone"
          answer="beware"
          says="By a reset"
        >
          Both codes together set a new password. Guard the two separately.
        </PowerRow>
        <PowerRow Icon={Server} who="Kax, who runs the server" answer="beware" says="Could">
          While it serves your requests, and by the recovery key that lets a forgotten password be
          reset. {SENTENCE_BY_PLACE[recoveryKey ?? 'unknown']}
        </PowerRow>
        <PowerRow
          Icon={Smartphone}
          who="A thief who has only your phone, locked, or only your mailbox"
          answer="no"
        >
          One code alone sets no password. A phone on which you are signed in can pay: terminate it
          from another device.
        </PowerRow>
        <PowerRow Icon={Database} who="A thief who has only our database" answer="no">
          It holds no key and no password that opens one.
        </PowerRow>
      </ul>
      <p className="settings-card__foot">
        You want nobody else to be able to? Make a wallet in a program of your own and send the
        money there. Exporting your keys gives you a copy; it does not take away ours.
      </p>
    </section>
  );
}

function devicesText(count: number | null): string {
  if (count === null) return 'Your signed-in devices';
  return count === 1 ? 'Your 1 signed-in device' : `Your ${count} signed-in devices`;
}

const SENTENCE_BY_PLACE = {
  file: 'That key is a file on the server: whoever takes over the whole server has it too.',
  'aws-kms':
    'That key is in AWS KMS and cannot be copied from there; the server may ask it to open a wallet.',
  unknown: 'Where that key lies could not be read just now.',
} as const;
