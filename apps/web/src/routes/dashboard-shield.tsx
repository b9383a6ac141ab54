import { WhatsLeft } from '../features/first-steps/whats-left.tsx';
import ShieldModal, { type ShieldModalProps } from '../features/shield/shield-modal.tsx';
import type { Replacement } from '../lib/modal-url/use-replacement.ts';
import { useHandOver } from './use-hand-over.ts';

interface DashboardShieldProps extends Omit<ShieldModalProps, 'onHandOver'> {
  onReplace: (next: Replacement) => void;
}

/** Shield and Unshield, which can go on as an internal transfer. Loaded when it is first needed. */
export default function DashboardShield({ onReplace, ...form }: DashboardShieldProps) {
  const { isGuided, renderProgress } = form;
  return (
    <ShieldModal
      {...form}
      renderProgress={(operation, onChange) => (
        <>
          {renderProgress(operation, onChange)}
          {isGuided ? <WhatsLeft operation={operation} /> : null}
        </>
      )}
      onHandOver={useHandOver(onReplace)}
    />
  );
}
