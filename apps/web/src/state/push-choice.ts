import { changeSettings, currentSettings, useSettings } from './settings.ts';
import { tagOf } from './user-tag.ts';

/** Remembers whether a user wants push messages in this browser, also the next time that they sign in. */
export function rememberPush(userId: string, isWanted: boolean): void {
  const tag = tagOf(userId);
  const others = currentSettings().pushes.filter((one) => one !== tag);
  changeSettings({ pushes: isWanted ? [...others, tag] : others });
}

/** @returns whether this user turned push messages on in this browser; no other user of it gets any */
export function wantsPush(userId: string): boolean {
  return currentSettings().pushes.includes(tagOf(userId));
}

/** The same, for a component. */
export function useWantsPush(userId: string): boolean {
  return useSettings(({ pushes }) => pushes.includes(tagOf(userId)));
}
