import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { t } from '#language/t';
import { COINS_KEY } from '../features/coins/api/coins.ts';
import { RampScreen } from '../features/ramp/ramp-screen.tsx';
import { useSearchParams } from '../lib/navigation/navigation.tsx';
import { useUser } from '../state/auth-session.ts';
import { useDiscretion } from '../state/discretion.ts';
import { PublicNotice } from './public-notice.tsx';

/** /on-ramping (§2 Buy / Sell). */
export default function OnRamping() {
  const { wallet } = useUser();
  const [search] = useSearchParams();
  const client = useQueryClient();
  const readCoins = useCallback(
    () => void client.invalidateQueries({ queryKey: COINS_KEY }),
    [client],
  );
  return (
    <RampScreen
      side="BUY"
      address={wallet.publicWalletAddress}
      isHidden={useDiscretion()}
      chosenId={search.get('order')}
      onSettled={readCoins}
      notice={
        <PublicNotice title={t('Buying is public, even in private mode.')}>
          {t(
            'Our payment partner knows who you are and where the money goes. You can make it private afterwards.',
          )}
        </PublicNotice>
      }
    />
  );
}
