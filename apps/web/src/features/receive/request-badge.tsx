import { Ban, Check, Clock, LoaderCircle } from 'lucide-react';
import type { RequestState } from '#domain/payment-request/payment-request';
import type { PaymentRequestView } from '#wire/wallet/payment-request';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';
import { stateText } from './receive-texts.ts';

/** What became of a request. */
export function RequestBadge({ request }: { request: PaymentRequestView }) {
  const { tone, Icon } = lookByState[request.state];
  return (
    <Badge tone={tone} icon={<Icon className="icon" size={13} aria-hidden="true" />}>
      {stateText(request)}
    </Badge>
  );
}

const lookByState: Readonly<Record<RequestState, { tone: BadgeTone; Icon: typeof Clock }>> = {
  open: { tone: 'accent', Icon: Clock },
  'being-paid': { tone: 'accent', Icon: LoaderCircle },
  paid: { tone: 'good', Icon: Check },
  expired: { tone: 'plain', Icon: Clock },
  cancelled: { tone: 'plain', Icon: Ban },
};
