import './address-name.css';
import { ShortAddress } from '../ui/address.tsx';
import { useContactOf } from './contact-of.ts';

interface AddressNameProps {
  address: string;
  /** What its owner calls themselves, which proves nothing: the address stays beside it. */
  shownName?: string | null;
}

/**
 * The contact's name for an address, or else the short address. The title has the whole address. Never use it alone
 * to check a recipient: a name says nothing about the address behind it.
 */
export function AddressName({ address, shownName = null }: AddressNameProps) {
  const contact = useContactOf(address);
  if (contact === null) {
    return (
      <>
        {shownName === null ? null : (
          <>
            <bdi>{shownName}</bdi>{' '}
          </>
        )}
        <ShortAddress address={address} />
      </>
    );
  }
  return (
    <bdi className="address-name" title={address}>
      {contact.name}
    </bdi>
  );
}
