import { t } from '#language/t';
import { rich } from '../ui/rich.tsx';
import './pays-request.css';
import { HandCoins, TriangleAlert, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { firstNameOf } from '../contacts/first-name.ts';
import { classNames } from '../ui/class-names.ts';
import { IconButton } from '../ui/icon-button.tsx';
import type { PaidRequest } from './paid-request.ts';

interface PaysRequestProps {
  request: PaidRequest;
  /** Whether what is entered still is what the request asks for. */
  isPaid: boolean;
  /** Undefined once nothing can be changed. */
  onRemove?: (() => void) | undefined;
}

/** Which payment request a form pays, or that it no longer does. */
export function PaysRequest({ request, isPaid, onRemove }: PaysRequestProps) {
  const Icon = isPaid ? HandCoins : TriangleAlert;
  const name = request.name === null ? null : firstNameOf(request.name);
  return (
    <div className={classNames('pays-request', !isPaid && 'pays-request--not')}>
      <Icon className="icon" size={18} aria-hidden="true" />
      <p role="status">
        {isPaid ? (
          <>
            {name === null ? t('Pays a request') : t('Pays {name}’s request', { name })}
            {request.message === null ? null : <bdi> · “{request.message}”</bdi>}
          </>
        ) : (
          notPaid(name)
        )}
      </p>
      {onRemove ? (
        <IconButton
          label={t('Pay without the request')}
          icon={<X className="icon" size={16} />}
          onClick={onRemove}
        />
      ) : null}
    </div>
  );
}

function notPaid(name: string | null): ReactNode {
  const b = (inside: ReactNode) => <b>{inside}</b>;
  return name === null
    ? rich('<b>This no longer pays a request.</b> The coin, amount or recipient is different.', {
        b,
      })
    : rich(
        '<b>This no longer pays {name}’s request.</b> The coin, amount or recipient is different.',
        { name, b },
      );
}
