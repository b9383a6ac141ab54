import { createStore, useStore } from '../lib/store.ts';
import { changeSettings, currentSettings, useSettings } from './settings.ts';

/** Figures that were kept on this device are hidden, whatever the setting, until the user asks for them. */
const isCovered = createStore(false);

/** Whether amounts are hidden: on a device that never chose, they are (§2 Dashboard). */
export function useDiscretion(): boolean {
  const isHidden = useSettings((settings) => settings.isDiscreet);
  return useStore(isCovered) || isHidden;
}

/** The same, outside components. */
export function isDiscreet(): boolean {
  return isCovered.get() || currentSettings().isDiscreet;
}

/** Hides amounts until the user shows them, without changing their setting. */
export function coverFigures(): void {
  isCovered.set(true);
}

/** Hides or shows amounts, and saves the choice in this browser. */
export function toggleDiscretion(): void {
  const isHidden = !isDiscreet();
  isCovered.set(false);
  changeSettings({ isDiscreet: isHidden });
}
