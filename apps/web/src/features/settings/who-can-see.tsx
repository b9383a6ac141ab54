import { Database, Globe, KeyRound, RadioTower, Server, User, Users } from 'lucide-react';
import { PowerRow } from './power-row.tsx';

/** Who can see the private balance, in plain words and without small print. */
export function WhoCanSee() {
  return (
    <section className="card settings-card" aria-labelledby="who-can-see">
      <header className="settings-card__head settings-card__head--ruled">
        <h2 className="card-title" id="who-can-see">
          Who can see your private balance
        </h2>
        <p>Private means hidden on the chain. It does not mean hidden from Kax.</p>
      </header>
      <ul className="who-can-move">
        <PowerRow Icon={User} who="You, while you are signed in" answer="yes">
          In private mode, on every device on which you are signed in.
        </PowerRow>
        <PowerRow Icon={Globe} who="Anyone who reads the chain" answer="no">
          Payments between private addresses show no sender, no receiver, no coin and no amount.
        </PowerRow>
        <PowerRow
          Icon={Users}
          who="Anyone who watches you go in and out"
          answer="beware"
          says="In part"
        >
          A shield shows your public address, the coin and the amount. An unshield shows the coin,
          the amount and who gets it. The same amount soon after, or to your own address, links the
          two.
        </PowerRow>
        <PowerRow Icon={Server} who="Kax, who runs the server" answer="beware">
          It opens your private balance to show it to you and to make your proofs. While it serves
          you it can see your balance, your payments and whom you pay.
        </PowerRow>
        <PowerRow
          Icon={RadioTower}
          who="The broadcaster, who sends your private payments"
          answer="no"
        >
          It sees the sealed transaction that the whole chain sees, and pays its network fee. Here
          that is Kax as well.
        </PowerRow>
        <PowerRow Icon={KeyRound} who="Anyone who has your 12 words" answer="beware">
          They open all of it: every private payment you ever got or made, and the money itself. An
          exported private key opens only the public address.
        </PowerRow>
        <PowerRow
          Icon={Database}
          who="A thief who has only our database"
          answer="beware"
          says="In part"
        >
          Your balance and what you received lie in it sealed, with a key that is not in it. The
          private payments that you ordered from Kax can be read there: coin, amount and receiver.
        </PowerRow>
      </ul>
      <p className="settings-card__foot">
        Before an unshield Kax tells you how easily it can be linked to you. Waiting, another amount
        or another address makes it harder.
      </p>
    </section>
  );
}
