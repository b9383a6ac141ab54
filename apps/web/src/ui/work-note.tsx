import { t } from '#language/t';
import { ProgressNote } from './progress-note.tsx';

/** Shows the work before a request of a stranger. It reads the same whether or not there is such an account. */
export default function WorkNote({ share }: { share: number }) {
  return (
    <ProgressNote share={share}>
      {t('We’re checking that this isn’t automated. It takes a few seconds.')}
    </ProgressNote>
  );
}
