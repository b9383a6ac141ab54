import { Database, Globe, KeyRound, RadioTower, Server, User, Users } from 'lucide-react';
import { t } from '#language/t';
import { PowerRow } from './power-row.tsx';

/** Explains in plain words who can see the private balance. */
export function WhoCanSee() {
  return (
    <section className="card settings-card" aria-labelledby="who-can-see">
      <header className="settings-card__head settings-card__head--ruled">
        <h2 className="card-title" id="who-can-see">
          {t('Who can see your private balance')}
        </h2>
        <p>{t('Private means hidden on Polygon. It doesn’t mean hidden from Kax.')}</p>
      </header>
      <ul className="who-can-move">
        <PowerRow Icon={User} who={t('You, while you’re signed in')} verdict="yes">
          {t('In private mode, on every device where you’re signed in.')}
        </PowerRow>
        <PowerRow Icon={Globe} who={t('Anyone who reads the blockchain')} verdict="no">
          {t(
            'Payments between private addresses don’t show the sender, recipient, coin or amount. Of a message, only its rough length shows.',
          )}
        </PowerRow>
        <PowerRow
          Icon={Users}
          who={t('Anyone who watches you shield and unshield')}
          verdict="beware"
          verdictText={t('In part')}
        >
          {t(
            'A shield shows your public address, the coin and the amount. An unshield shows the coin, the amount and the recipient. Unshielding the same amount soon after, or to your own address, links the two.',
          )}
        </PowerRow>
        <PowerRow Icon={Server} who={t('Kax, which runs the server')} verdict="beware">
          {t(
            'We open your private balance to show it to you and prepare your private payments. Meanwhile, we can see your balance, your payments, their messages and who you pay.',
          )}
        </PowerRow>
        <PowerRow
          Icon={RadioTower}
          who={t('The relayer that sends your private payments')}
          verdict="no"
        >
          {t(
            'It sees only the encrypted transaction that everyone sees, and pays its network fee. Kax is your relayer.',
          )}
        </PowerRow>
        <PowerRow Icon={KeyRound} who={t('Anyone who has your 12 words')} verdict="beware">
          {t(
            'They reveal every private payment you’ve ever made or received, and control the money. An exported private key opens only your public address.',
          )}
        </PowerRow>
        <PowerRow
          Icon={Database}
          who={t('A thief with only a copy of our database')}
          verdict="beware"
          verdictText={t('In part')}
        >
          {t(
            'It stores your balance and incoming payments encrypted, without the key. Private payments you made with Kax can be read: coin, amount and recipient, but not the message.',
          )}
        </PowerRow>
      </ul>
      <p className="settings-card__foot">
        {t(
          'Before you unshield, we show how easily it can be linked to you. Waiting, or using another amount or address, makes it harder.',
        )}
      </p>
    </section>
  );
}
