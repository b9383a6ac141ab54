import './form-alert.css';
import type { ReactNode } from 'react';
import { Notice } from './notice.tsx';

interface FormAlertProps {
  title?: ReactNode;
  children?: ReactNode;
  /** At most one button. */
  action?: ReactNode;
}

/** An error that concerns the whole form. `useErrorInView` focuses it. */
export function FormAlert({ title, children, action }: FormAlertProps) {
  return (
    <div className="form-alert" data-form-alert="" tabIndex={-1}>
      <Notice tone="bad" isAlert title={title} action={action}>
        {children}
      </Notice>
    </div>
  );
}
