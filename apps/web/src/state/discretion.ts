import { changeSettings, currentSettings, useSettings } from './settings.ts';

/** Whether amounts are hidden: on a device that never chose, they are (§2 Dashboard). */
export function useDiscretion(): boolean {
  return useSettings().isDiscreet;
}

/** The same, outside components. */
export function isDiscreet(): boolean {
  return currentSettings().isDiscreet;
}

/** Hides or shows amounts, and saves the choice in this browser. */
export function toggleDiscretion(): void {
  changeSettings({ isDiscreet: !isDiscreet() });
}
