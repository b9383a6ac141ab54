import './operation-counterparty.css';
import { claimAt, useClaims } from '../../claims/api/claims.ts';
import { AddName } from '../../contacts/add-name.tsx';
import { useContactOf } from '../../contacts/contact-of.ts';
import { FullAddress, ShortAddress } from '../../ui/address.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';

interface OperationCounterpartyProps {
  address: string;
  /** Shows a public address in full. A private one is too long to read, so it can be copied instead. */
  isWhole?: boolean | undefined;
  /** Offers to name an address without a name. Left out for what is no one's, such as a contract. */
  onAddName?: ((address: string) => void) | undefined;
}

/** The sender or the recipient of an operation: the contact's name, if there is one, and always the address. */
export function OperationCounterparty(props: OperationCounterpartyProps) {
  const { address, isWhole = false, onAddName } = props;
  const contact = useContactOf(address);
  const { data: claims = NO_CLAIMS } = useClaims();
  const claim = claimAt(claims, address);
  // The address of a claim is no one's: it only keeps the money until someone claims it.
  if (claim !== null)
    return <bdi className="operation-counterparty__name">{claim.recipient.value}</bdi>;
  return (
    <span className="operation-counterparty">
      {contact === null ? null : <bdi className="operation-counterparty__name">{contact.name}</bdi>}
      {isWhole && !address.startsWith('0zk') ? (
        <FullAddress address={address} />
      ) : (
        <span className="operation-counterparty__short">
          <ShortAddress address={address} />
          <CopyButton text={address} />
        </span>
      )}
      {onAddName ? <AddName address={address} onAdd={onAddName} /> : null}
    </span>
  );
}

const NO_CLAIMS = [] as const;
