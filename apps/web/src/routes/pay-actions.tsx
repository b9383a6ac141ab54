import type { LinkedRequest } from '../features/pay-link/api/find-payment-request.ts';
import { PayFrom, Remedies } from '../features/pay-link/pay-from.tsx';
import { useRequestFunds } from './use-request-funds.ts';
import { useRequestReview } from './use-request-review.ts';

interface PayActionsProps {
  code: string;
  request: LinkedRequest;
}

/** What a signed-in payer can do with a request. Loaded for them alone. */
export default function PayActions({ code, request }: PayActionsProps) {
  const funds = useRequestFunds(request);
  const review = useRequestReview();
  return (
    <PayFrom
      request={request}
      funds={{ private: funds.private?.funds ?? null, public: funds.public?.funds ?? null }}
      remedies={
        <Remedies
          request={request}
          canShield={funds.canShield}
          canBuy={request.tokenId === BOUGHT_TOKEN}
        />
      }
      onReview={(from) => {
        const payment = funds[from]?.payment;
        if (payment) review({ code, request, from, payment });
      }}
    />
  );
}

/** What our payment partner sells. */
const BOUGHT_TOKEN = 'polygon-usdc';
