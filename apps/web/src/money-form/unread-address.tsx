import { t } from '#language/t';
import { Notice } from '../ui/notice.tsx';

/** Says that an address could not be checked, which does not mean that it is wrong. */
export function UnreadAddress({ problem }: { problem: string }) {
  return (
    <Notice tone="warn" isAlert title={t('We couldn’t check this address.')}>
      {problem}
    </Notice>
  );
}
