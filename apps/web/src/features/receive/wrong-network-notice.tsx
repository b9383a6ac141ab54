import { t } from '#language/t';
import { Notice } from '../../ui/notice.tsx';

export interface NetworkName {
  readonly name: string;
  /** Of its native coin. */
  readonly symbol: string;
}

/** Deposits arrive on Polygon unless a coin on another network was chosen (§9). */
export const POLYGON: NetworkName = { name: 'Polygon', symbol: 'POL' };

/** The warning of §2 Deposit. */
export function WrongNetworkNotice({ network }: { network: NetworkName }) {
  return (
    <Notice
      tone="warn"
      title={t('{name} ({symbol}) network tokens only.', {
        name: network.name,
        symbol: network.symbol,
      })}
    >
      {t('Sending on a wrong network or to a wrong address is unrecoverable.')}
    </Notice>
  );
}
