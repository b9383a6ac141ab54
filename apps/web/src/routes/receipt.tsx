import { useParams } from 'react-router';
import { ReceiptPage } from '../features/receipt/receipt-page.tsx';

/** /activity/:id/:entry/receipt: what proves one payment to someone else. */
export default function Receipt() {
  const { entry = '' } = useParams();
  return <ReceiptPage key={entry} entryId={entry} />;
}
