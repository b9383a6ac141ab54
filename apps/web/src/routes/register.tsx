import { GuestComingLater } from '../features/coming-later/guest-coming-later.tsx';

/** /register (§2 Register). */
export default function Register() {
  return (
    <GuestComingLater title="Quickly Create Kax Account">
      Here you will make a wallet with your e-mail address and your phone.
    </GuestComingLater>
  );
}
