import { Clock, History, X } from 'lucide-react';
import { useState } from 'react';
import { showToast } from '../../state/toast.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmationModal } from '../../ui/confirmation-modal.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Modal } from '../../ui/modal.tsx';
import { ModeChip } from '../../ui/mode-mark.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { StepList } from '../../ui/step-list.tsx';
import { Stepper } from '../../ui/stepper.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';

const STEPS = [
  { title: 'Signed', state: 'done', time: '14:08:21' },
  { title: 'On its way', state: 'done', time: '14:08:22', detail: 'Polygon received it.' },
  {
    title: 'Finalizing',
    state: 'now',
    time: '38 of 64',
    progress: { done: 38, of: 64 },
    detail: 'About 50 seconds left.',
  },
  { title: 'Final', state: 'to-come' },
] as const;

export function FeedbackSheet() {
  return (
    <>
      <Card className="ui-sheet__part">
        <h2 className="card-title">Words about a state</h2>
        <div className="ui-sheet__row">
          <Badge tone="good">Success</Badge>
          <Badge tone="accent">Processing</Badge>
          <Badge tone="warn" icon={<Clock className="icon" size={13} />}>
            Waiting
          </Badge>
          <Badge tone="bad" icon={<X className="icon" size={13} />}>
            Failed
          </Badge>
          <ModeChip mode="public" />
          <ModeChip mode="private" />
          <Tooltip text="A word beside it">
            <Button size="sm">Point here</Button>
          </Tooltip>
        </div>
        <Notice tone="warn" title="You’ve never sent to this address.">
          Check the whole address with the person you’re paying.
        </Notice>
        <Notice tone="bad" title="Error:" action={<Button size="sm">Try again</Button>}>
          The network isn’t responding.
        </Notice>
        <Notice tone="accent">A suggestion.</Notice>
        <Notice>Something to know.</Notice>
      </Card>
      <div className="ui-sheet__columns">
        <Card>
          <EmptyState
            icon={<History className="icon" size={24} />}
            title="No activity yet"
            actions={<Button size="sm">Deposit</Button>}
          >
            Your transactions appear here.
          </EmptyState>
        </Card>
        <Card>
          <ErrorState title="Couldn’t load your activity" onRetry={() => {}}>
            Can’t reach Kax. Your coins aren’t affected.
          </ErrorState>
        </Card>
        <Card className="ui-sheet__part">
          <Loading />
          <Skeleton width="60%" />
          <Skeleton width={40} height={40} isRound />
        </Card>
        <Card className="ui-sheet__part">
          <StepList label="Progress" steps={STEPS} />
        </Card>
      </div>
      <Dialogs />
    </>
  );
}

function Dialogs() {
  const [open, setOpen] = useState<'modal' | 'static' | 'confirmation' | null>(null);
  const close = () => setOpen(null);
  return (
    <Card className="ui-sheet__part">
      <h2 className="card-title">Dialogs and toasts</h2>
      <div className="ui-sheet__row">
        <Button onClick={() => setOpen('modal')}>Open modal</Button>
        <Button onClick={() => setOpen('static')}>Open static modal</Button>
        <Button onClick={() => setOpen('confirmation')}>Open confirmation</Button>
        <Button onClick={() => showToast('Hello! Alice Moreau, Welcome back!')}>Toast</Button>
        <Button onClick={() => showToast('Try again.', { tone: 'error' })}>Error toast</Button>
      </div>
      <Modal
        isOpen={open === 'modal' || open === 'static'}
        onClose={close}
        isStatic={open === 'static'}
        title="Send Assets"
        chip={<ModeChip mode="public" />}
        head={<Stepper steps={['Amount', 'Recipient', 'Transaction']} current={1} />}
        footer={
          <>
            <Button size="lg" onClick={close}>
              Back
            </Button>
            <Button size="lg" variant="filled" onClick={close}>
              Continue
            </Button>
          </>
        }
      >
        <StepList label="Progress" steps={STEPS} />
      </Modal>
      <ConfirmationModal
        isOpen={open === 'confirmation'}
        title="Terminate this session?"
        message="We’ll sign out Firefox on Windows immediately."
        primaryLabel="Terminate"
        isDanger
        onPrimary={close}
        onSecondary={close}
      />
    </Card>
  );
}
