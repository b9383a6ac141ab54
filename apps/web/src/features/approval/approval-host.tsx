import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react';
import {
  hostApprovals,
  type OpenApproval,
  useOpenApproval,
} from '../../lib/approval/open-approval.ts';

interface ApprovalDialogModule {
  default: ComponentType<{ approval: OpenApproval; isOpen: boolean }>;
}

const ApprovalDialog = lazy<ApprovalDialogModule['default']>(() =>
  import('./approval-dialog.tsx').catch(
    (): ApprovalDialogModule => ({ default: ApprovalUnavailable }),
  ),
);

/** Shows what the user has to approve, whichever page is open. A sign-out closes it. */
export function ApprovalHost() {
  const approval = useOpenApproval();
  const [last, setLast] = useState(approval);
  // The dialog keeps its content while it disappears.
  if (approval !== null && approval !== last) setLast(approval);
  useEffect(hostApprovals, []);
  if (last === null) return null;
  return (
    <Suspense fallback={null}>
      <ApprovalDialog key={last.call} approval={last} isOpen={approval !== null} />
    </Suspense>
  );
}

/** Renders nothing. The call returns without an approval. */
function ApprovalUnavailable({ approval, isOpen }: { approval: OpenApproval; isOpen: boolean }) {
  useEffect(() => {
    if (isOpen) approval.decide({ at: 'unavailable' });
  }, [approval, isOpen]);
  return null;
}
