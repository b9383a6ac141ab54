import { t } from '#language/t';
import './paid-to.css';
import { usePaidRecipients } from '../contacts/api/paid-recipients.ts';
import type { ChosenRecipient } from '../contacts/chosen-recipient.ts';
import { useContactOf } from '../contacts/contact-of.ts';
import { FullAddress } from '../ui/address.tsx';
import { Avatar } from '../ui/avatar.tsx';
import { paymentsTo } from './payments-to.ts';

interface PaidToProps {
  address: string;
  chosen: ChosenRecipient | null;
}

/** Whom a review pays: by name where there is one, and always with the whole address. */
export function PaidTo({ address, chosen }: PaidToProps) {
  const contact = useContactOf(address);
  const { data: paid = [] } = usePaidRecipients();
  const name = contact?.name ?? chosen?.name ?? null;
  if (name === null) return <FullAddress address={address} />;
  const note =
    contact === null
      ? foundNote(chosen?.emailOrPhone ?? null)
      : contactNote(paymentsTo(address, paid));
  return (
    <span className="paid-to">
      <span className="paid-to__who">
        <Avatar name={name} isTinted />
        <span>
          <span>{name}</span>
          <span>{note}</span>
        </span>
      </span>
      <FullAddress address={address} />
    </span>
  );
}

/** Anyone can register with any name: the email or phone that was entered is what Kax knows to be theirs. */
function foundNote(emailOrPhone: string | null): string {
  return emailOrPhone === null ? t('On Kax') : t('{emailOrPhone} · on Kax', { emailOrPhone });
}

function contactNote(payments: number): string {
  return payments === 0
    ? t('Contact')
    : t('Contact · paid {payments, plural, =1 {once} other {# times}}', { payments });
}
