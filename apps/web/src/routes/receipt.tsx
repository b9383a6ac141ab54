import { ReceiptPage } from '../features/receipt/receipt-page.tsx';
import { useParams } from '../lib/navigation/routes.tsx';

/** /activity/:id/:entry/receipt: what proves one payment to someone else. */
export default function Receipt() {
  const { entry = '' } = useParams();
  return <ReceiptPage key={entry} entryId={entry} />;
}
