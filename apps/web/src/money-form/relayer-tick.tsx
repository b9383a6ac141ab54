import { useState } from 'react';
import { t } from '#language/t';
import { useSettings } from '../state/settings.ts';
import { Checkbox } from '../ui/checkbox.tsx';

/** Whether the relayer may send the payment under review. */
export interface RelayerCheck {
  /** In the settings of this browser, no relayer is used without asking. */
  readonly isNeeded: boolean;
  readonly isTicked: boolean;
  readonly tick: (isTicked: boolean) => void;
  readonly isPassed: boolean;
}

export function useRelayerCheck(): RelayerCheck {
  const isNeeded = !useSettings(({ usesRelayers }) => usesRelayers);
  const [isTicked, tick] = useState(false);
  return { isNeeded, isTicked, tick, isPassed: !isNeeded || isTicked };
}

/** Confirm of a private payment waits for this while “Auto-connect to Relayers” is off. */
export function RelayerTick({ isNeeded, isTicked, tick }: RelayerCheck) {
  if (!isNeeded) return null;
  return (
    <Checkbox name="relayer-allowed" isChecked={isTicked} onChange={tick}>
      {t('Let Kax’s relayer send this payment and pay its network fee.')}
    </Checkbox>
  );
}
