import type { ReactNode } from 'react';
import { t } from '#language/t';
import { Button } from '../ui/button.tsx';
import type { Submission } from './use-submission.ts';

interface DialogFooterProps {
  form: Pick<Submission, 'formId' | 'isBusy' | 'secondsToWait'>;
  label: string;
  busyLabel: string;
  icon?: ReactNode;
  isDanger?: boolean;
  /** A required input is still missing. */
  isDisabled?: boolean;
  closeLabel?: string;
  onClose: () => void;
}

/** The button that closes a dialog and the one that submits its form. */
export function DialogFooter(props: DialogFooterProps) {
  const { form, label, busyLabel, icon, isDanger = false, isDisabled = false, onClose } = props;
  return (
    <>
      <Button size="lg" onClick={onClose}>
        {props.closeLabel ?? t('Cancel')}
      </Button>
      <Button
        size="lg"
        type="submit"
        form={form.formId}
        variant={isDanger ? 'danger-filled' : 'filled'}
        icon={icon}
        isBusy={form.isBusy}
        busyLabel={busyLabel}
        disabled={isDisabled || form.secondsToWait > 0}
      >
        {label}
      </Button>
    </>
  );
}
