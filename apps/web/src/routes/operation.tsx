import { t } from '#language/t';
import '../ui/card.css';
import './operation.css';
import { ArrowLeft } from 'lucide-react';
import { entryIdOfOperation } from '#domain/activity/entry-id';
import { useOperation } from '../features/operations/api/operation.ts';
import { OperationDetails } from '../features/operations/operation-details.tsx';
import { LABELS_BY_KIND } from '../features/operations/operation-labels.ts';
import { Link } from '../lib/navigation/navigation.tsx';
import { useParams } from '../lib/navigation/routes.tsx';
import { OwnNote } from '../notes/own-note.tsx';
import { paths } from '../paths.ts';
import { ModeDirectionChip } from '../ui/mode-direction-chip.tsx';
import { ModeChip } from '../ui/mode-mark.tsx';

/** /dashboard/operations/:id: one operation and its steps, while it is in progress and afterwards. */
export default function Operation() {
  const { id = '' } = useParams();
  const { data } = useOperation(id);
  const { title, mode, isCrossing } = LABELS_BY_KIND[data?.kind ?? 'send'];
  return (
    <div className="operation-page" data-mode={data ? mode : undefined}>
      <Link className="operation-page__back" to={paths.dashboard}>
        <ArrowLeft className="icon" size={16} aria-hidden="true" />
        {t('PiggyBank')}
      </Link>
      <div className="operation-page__head">
        <h1 className="page-title">{title}</h1>
        {data && isCrossing ? <ModeDirectionChip to={mode} /> : null}
        {data && !isCrossing ? <ModeChip mode={mode} /> : null}
      </div>
      <section className="card operation-page__sheet" aria-label={title}>
        <OperationDetails id={id} />
        {data && data.kind !== 'swap' ? <OwnNote entryId={entryIdOfOperation(id)} /> : null}
      </section>
    </div>
  );
}
