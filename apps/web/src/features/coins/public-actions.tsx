import { ArrowDownLeft, ArrowUpRight, Download } from 'lucide-react';
import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import { Button, buttonClassName } from '../../ui/button.tsx';

interface PublicActionsProps {
  /** The balances have not been read yet. */
  isWaiting: boolean;
  canSend: boolean;
  onSend: () => void;
  onReceive: () => void;
}

/** The action buttons of the public balance. */
export function PublicActions({ isWaiting, canSend, onSend, onReceive }: PublicActionsProps) {
  return (
    <>
      <Button
        variant={canSend ? 'filled' : 'outlined'}
        icon={<ArrowUpRight className="icon" size={17} aria-hidden="true" />}
        disabled={!canSend}
        onClick={onSend}
      >
        Send
      </Button>
      <Button
        icon={<ArrowDownLeft className="icon" size={17} aria-hidden="true" />}
        disabled={isWaiting}
        onClick={onReceive}
      >
        Receive
      </Button>
      <Link to={paths.depositCurrency} className={buttonClassName({})}>
        <Download className="icon" size={17} aria-hidden="true" />
        Deposit
      </Link>
    </>
  );
}
