import { Ban, CircleCheck, ClockAlert, LoaderCircle } from 'lucide-react';
import type { RequestState } from '#domain/payment-request/payment-request';
import { t } from '#language/t';
import { Link } from '../../lib/navigation/navigation.tsx';
import { buttonClassName } from '../../ui/button.tsx';
import { LinkEnd } from '../../ui/link-states.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { LinkedRequest } from './api/find-payment-request.ts';
import { endOf } from './pay-texts.ts';

/** How a request ended that can't be paid. */
export function PayEnd({ request }: { request: LinkedRequest }) {
  const end = endOf(request);
  if (end === null) return null;
  const Icon = iconByState[request.state];
  return (
    <LinkEnd
      icon={<Icon className="icon" size={24} aria-hidden="true" />}
      tone={TONE_BY_STATE.get(request.state)}
      title={end.title}
      isStatus
    >
      {end.text}
    </LinkEnd>
  );
}

const iconByState: Readonly<Record<RequestState, typeof Ban>> = {
  open: LoaderCircle,
  'being-paid': LoaderCircle,
  paid: CircleCheck,
  expired: ClockAlert,
  cancelled: Ban,
};

const TONE_BY_STATE: ReadonlyMap<RequestState, 'good' | 'accent'> = new Map([
  ['paid', 'good'],
  ['being-paid', 'accent'],
]);

/** @param to the page of the link; the list of links while it isn't known */
export function OwnLink({ to }: { to: string }) {
  return (
    <LinkEnd
      title={t('This is your own link')}
      action={
        <Link className={buttonClassName({ variant: 'filled', size: 'lg', isWide: true })} to={to}>
          {t('See your link')}
        </Link>
      }
    >
      {t('Share it with whoever should pay you.')}
    </LinkEnd>
  );
}

/** Has the size of the choice between two balances. */
export function BalancesSkeleton() {
  return (
    <div className="link-card__actions" aria-busy="true">
      <Skeleton height={60} />
      <Skeleton height={60} />
      <Skeleton height={48} />
    </div>
  );
}
