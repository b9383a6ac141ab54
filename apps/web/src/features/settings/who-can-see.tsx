import { Database, Globe, KeyRound, RadioTower, Server, User, Users } from 'lucide-react';
import { PowerRow } from './power-row.tsx';

/** Explains in plain words who can see the private balance. */
export function WhoCanSee() {
  return (
    <section className="card settings-card" aria-labelledby="who-can-see">
      <header className="settings-card__head settings-card__head--ruled">
        <h2 className="card-title" id="who-can-see">
          Who can see your private balance
        </h2>
        <p>Private means hidden on Polygon. It doesn’t mean hidden from Kax.</p>
      </header>
      <ul className="who-can-move">
        <PowerRow Icon={User} who="You, while you’re signed in" verdict="yes">
          In private mode, on every device where you’re signed in.
        </PowerRow>
        <PowerRow Icon={Globe} who="Anyone who reads the blockchain" verdict="no">
          Payments between private addresses don’t show the sender, recipient, coin or amount. Of a
          message, only its rough length shows.
        </PowerRow>
        <PowerRow
          Icon={Users}
          who="Anyone who watches you shield and unshield"
          verdict="beware"
          verdictText="In part"
        >
          A shield shows your public address, the coin and the amount. An unshield shows the coin,
          the amount and the recipient. Unshielding the same amount soon after, or to your own
          address, links the two.
        </PowerRow>
        <PowerRow Icon={Server} who="Kax, which runs the server" verdict="beware">
          We open your private balance to show it to you and prepare your private payments.
          Meanwhile, we can see your balance, your payments, their messages and who you pay.
        </PowerRow>
        <PowerRow Icon={RadioTower} who="The relayer that sends your private payments" verdict="no">
          It sees only the encrypted transaction that everyone sees, and pays its network fee. Kax
          is your relayer.
        </PowerRow>
        <PowerRow Icon={KeyRound} who="Anyone who has your 12 words" verdict="beware">
          They reveal every private payment you’ve ever made or received, and control the money. An
          exported private key opens only your public address.
        </PowerRow>
        <PowerRow
          Icon={Database}
          who="A thief with only a copy of our database"
          verdict="beware"
          verdictText="In part"
        >
          It stores your balance and incoming payments encrypted, without the key. Private payments
          you made with Kax can be read: coin, amount and recipient, but not the message.
        </PowerRow>
      </ul>
      <p className="settings-card__foot">
        Before you unshield, we show how easily it can be linked to you. Waiting, or using another
        amount or address, makes it harder.
      </p>
    </section>
  );
}
