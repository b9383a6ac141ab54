import { UserPlus } from 'lucide-react';
import { isSameAddress } from '#domain/address/parse-public-address';
import { t } from '#language/t';
import { Pill } from '../ui/pill.tsx';
import { useContacts } from './api/contacts.ts';
import { contactOf } from './contact-of.ts';
import { useOwnAddresses } from './own-addresses.ts';

interface AddNameProps {
  address: string;
  onAdd: (address: string) => void;
}

/** Makes a contact of an address that has no name. Renders nothing for the user's own, and while names are unknown. */
export function AddName({ address, onAdd }: AddNameProps) {
  const { data: contacts } = useContacts();
  const own = useOwnAddresses();
  if (contacts === undefined || contactOf(contacts, address) !== null) return null;
  if (own.some((each) => isSameAddress(each, address))) return null;
  return (
    <Pill
      isSmall
      icon={<UserPlus className="icon" size={14} aria-hidden="true" />}
      title={address}
      onClick={() => onAdd(address)}
    >
      {t('Add name')}
    </Pill>
  );
}

/** What a contact dialog starts with for an address of a payment. */
export function startWith(address: string) {
  return address.startsWith('0zk') ? { privateAddress: address } : { publicAddress: address };
}
