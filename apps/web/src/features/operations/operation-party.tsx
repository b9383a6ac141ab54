import './operation-party.css';
import { ShortAddress, WholeAddress } from '../../ui/address.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';

interface OperationPartyProps {
  address: string;
  /** Draws all of an ordinary address; a private one is too long to be read and is copied instead. */
  isWhole?: boolean | undefined;
}

/** One side of an operation. */
export function OperationParty({ address, isWhole = false }: OperationPartyProps) {
  if (isWhole && !address.startsWith('0zk')) return <WholeAddress address={address} />;
  return (
    <span className="operation-party">
      <ShortAddress address={address} />
      <CopyButton text={address} />
    </span>
  );
}
