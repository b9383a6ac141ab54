import { type ReactNode, useState } from 'react';
import * as z from 'zod/mini';
import { t } from '#language/t';
import type { PaymentRequestView } from '#wire/wallet/payment-request';
import { dayAndClockText } from '../../lib/elapsed.ts';
import { parseJson } from '../../lib/parse-json.ts';
import { readEntry, writeEntry } from '../../lib/storage.ts';
import { requestedFigure } from '../../money-form/amount-text.ts';
import { ShortAddress } from '../../ui/address.tsx';
import { Button } from '../../ui/button.tsx';
import { rich } from '../../ui/rich.tsx';
import type { LinkActions } from './use-link-actions.ts';

type Match = NonNullable<PaymentRequestView['match']>;

interface RequestMatchProps {
  request: PaymentRequestView;
  match: Match;
  actions: LinkActions;
  onRefuse: () => void;
}

/** A payment that may have been for the request, which only the payee can say. */
export function RequestMatch({ request, match, actions, onRefuse }: RequestMatchProps) {
  const { from, at, transactionHash } = match;
  const values = {
    amount: requestedFigure(BigInt(request.amount), request),
    symbol: request.symbol,
    time: dayAndClockText(Date.parse(at)),
    b: (text: ReactNode) => <b>{text}</b>,
  };
  return (
    <div className="request-match" role="status">
      <p>
        {from === null
          ? rich('<b>{amount} {symbol} arrived</b> on {time}. Was it this?', values)
          : rich('<b>{amount} {symbol} arrived</b> from {sender} on {time}. Was it this?', {
              ...values,
              sender: <ShortAddress address={from} />,
            })}
      </p>
      <div className="request-match__buttons">
        <Button
          size="sm"
          isBusy={actions.isBusy}
          onClick={() => void actions.settle(transactionHash)}
        >
          {t('Mark as paid')}
        </Button>
        <Button size="sm" variant="quiet" onClick={onRefuse}>
          {t('Not this one')}
        </Button>
      </div>
    </div>
  );
}

const ENTRY = 'payment-request-refused';

/** @returns the match of a request unless the user said that it was another payment, which this tab remembers */
export function useMatch({ match }: Pick<PaymentRequestView, 'match'>) {
  const [refused, setRefused] = useState(readRefused);
  const isRefused = match !== null && refused.includes(match.transactionHash);
  return {
    match: isRefused ? null : match,
    refuse: () => {
      if (match === null) return;
      const next = [...refused, match.transactionHash];
      setRefused(next);
      writeEntry(ENTRY, JSON.stringify(next));
    },
  };
}

function readRefused(): readonly string[] {
  const parsed = z.safeParse(z.array(z.string()), parseJson(readEntry(ENTRY) ?? ''));
  return parsed.success ? parsed.data : [];
}
