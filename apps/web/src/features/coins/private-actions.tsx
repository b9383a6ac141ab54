import { ArrowDownLeft, ArrowLeftRight, ShieldOff } from 'lucide-react';
import { Button } from '../../ui/button.tsx';

interface PrivateActionsProps {
  canTransfer: boolean;
  canUnshield: boolean;
  onTransfer: () => void;
  onReceive: () => void;
  onUnshield: () => void;
}

/** The action buttons of the private balance. */
export function PrivateActions(props: PrivateActionsProps) {
  const { canTransfer, canUnshield, onTransfer, onReceive, onUnshield } = props;
  return (
    <>
      <Button
        variant={canTransfer ? 'filled' : 'outlined'}
        icon={<ArrowLeftRight {...icon} />}
        disabled={!canTransfer}
        onClick={onTransfer}
      >
        Internal Transfer
      </Button>
      <Button icon={<ArrowDownLeft {...icon} />} onClick={onReceive}>
        Receive
      </Button>
      <Button icon={<ShieldOff {...icon} />} disabled={!canUnshield} onClick={onUnshield}>
        Unshield
      </Button>
    </>
  );
}

const icon = { className: 'icon', size: 17, 'aria-hidden': true } as const;
