import { t } from '#language/t';
import { PublicNotice } from './public-notice.tsx';

/** What both deposit pages say in private mode. */
export function DepositNotice() {
  return (
    <PublicNotice title={t('Deposits are public, even in private mode.')}>
      {t(
        'They go to your public balance, and anyone can see them. You can make them private afterwards.',
      )}
    </PublicNotice>
  );
}
