import './loading.css';
import { Spinner } from './spinner.tsx';

/** The whole page while it is not known yet what it will be: 'Loading...'. */
export function Loading() {
  return (
    <div className="loading" role="status">
      <Spinner size={18} />
      Loading...
    </div>
  );
}
