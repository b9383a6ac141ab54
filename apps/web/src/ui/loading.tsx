import { t } from '#language/t';
import './loading.css';
import { Spinner } from './spinner.tsx';

/** Fills the page with 'Loading...' until its content is known. */
export function Loading() {
  return (
    <div className="loading" role="status">
      <Spinner size={18} />
      {t('Loading...')}
    </div>
  );
}
