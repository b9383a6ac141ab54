import './operation-counterparty.css';
import { ShortAddress, WholeAddress } from '../../ui/address.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';

interface OperationCounterpartyProps {
  address: string;
  /** Draws all of an ordinary address; a private one is too long to be read and is copied instead. */
  isWhole?: boolean | undefined;
}

/** One side of an operation. */
export function OperationCounterparty({ address, isWhole = false }: OperationCounterpartyProps) {
  if (isWhole && !address.startsWith('0zk')) return <WholeAddress address={address} />;
  return (
    <span className="operation-counterparty">
      <ShortAddress address={address} />
      <CopyButton text={address} />
    </span>
  );
}
