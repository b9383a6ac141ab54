import '../ui/card.css';
import './operation.css';
import { ArrowLeft } from 'lucide-react';
import { Link, useParams } from 'react-router';
import { OperationDetails } from '../features/operations/operation-details.tsx';
import { paths } from '../paths.ts';
import { ModeChip } from '../ui/mode-mark.tsx';

/** /dashboard/operations/:id: one payment and its steps, as long as it takes and afterwards. */
export default function Operation() {
  const { id = '' } = useParams();
  return (
    <div className="operation-page">
      <Link className="operation-page__back" to={paths.dashboard}>
        <ArrowLeft className="icon" size={16} aria-hidden="true" />
        PiggyBank
      </Link>
      <div className="operation-page__head">
        <h1 className="page-title">Payment</h1>
        <ModeChip mode="public" />
      </div>
      <section className="card operation-page__sheet" aria-label="Payment">
        <OperationDetails id={id} />
      </section>
    </div>
  );
}
