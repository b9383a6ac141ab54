import { changeSettings, currentSettings, useSettings } from './settings.ts';
import { tagOf } from './user-tag.ts';

/** Remembers in this browser that a user has a backup of their wallet. */
export function rememberBackup(userId: string): void {
  const { backups } = currentSettings();
  const tag = tagOf(userId);
  if (!backups.includes(tag)) changeSettings({ backups: [...backups, tag] });
}

/** @returns whether the user made a backup in this browser */
export function useHasBackup(userId: string): boolean {
  return useSettings(({ backups }) => backups.includes(tagOf(userId)));
}

/** @returns whether the first steps are shown, to a wallet that is or was empty */
export function useWantsFirstSteps(isEmpty: boolean): boolean {
  const firstSteps = useSettings((settings) => settings.firstSteps);
  return firstSteps === 'open' || (firstSteps === 'unseen' && isEmpty);
}

/** Shows the first steps until they are over, even when the wallet isn't empty any more. */
export function keepFirstSteps(): void {
  if (currentSettings().firstSteps === 'unseen') changeSettings({ firstSteps: 'open' });
}

/** They are done, or the user dismissed them. */
export function endFirstSteps(): void {
  changeSettings({ firstSteps: 'over' });
}

/** The welcome is shown when this new user first reaches the dashboard. Then the first steps are shown, also in a browser where another user is done with theirs. */
export function expectWelcome(userId: string): void {
  const { welcomes } = currentSettings();
  const tag = tagOf(userId);
  changeSettings({
    firstSteps: 'open',
    welcomes: welcomes.includes(tag) ? welcomes : [...welcomes, tag],
  });
}

/** Remembers in this browser that a user has seen the welcome. */
export function rememberWelcome(userId: string): void {
  const tag = tagOf(userId);
  const { welcomes } = currentSettings();
  if (welcomes.includes(tag)) changeSettings({ welcomes: welcomes.filter((one) => one !== tag) });
}

/** @returns whether this is a new user who hasn't seen the welcome yet */
export function useIsWelcomeDue(userId: string): boolean {
  return useSettings(({ welcomes }) => welcomes.includes(tagOf(userId)));
}
