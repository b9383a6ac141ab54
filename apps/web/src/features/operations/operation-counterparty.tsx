import './operation-counterparty.css';
import { FullAddress, ShortAddress } from '../../ui/address.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';

interface OperationCounterpartyProps {
  address: string;
  /** Shows a public address in full. A private one is too long to read, so it can be copied instead. */
  isWhole?: boolean | undefined;
}

/** The sender or the recipient of an operation. */
export function OperationCounterparty({ address, isWhole = false }: OperationCounterpartyProps) {
  if (isWhole && !address.startsWith('0zk')) return <FullAddress address={address} />;
  return (
    <span className="operation-counterparty">
      <ShortAddress address={address} />
      <CopyButton text={address} />
    </span>
  );
}
