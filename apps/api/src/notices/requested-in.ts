import { t } from '#language/t';
import { originIn } from './content-texts.ts';
import type { NoticeContent } from './notice-text.ts';

/** Tells several requests apart: a stranger may have made another one. @returns null where nothing is said of it */
export function requestedIn(content: NoticeContent): string | null {
  if (content.device === undefined || content.place === undefined) return null;
  const { device, place } = originIn(content);
  if (device === null) {
    return place === null
      ? t('Someone requested it with an unknown device, in an unknown location.')
      : t('Someone requested it with an unknown device, in {place}.', { place });
  }
  return place === null
    ? t('Someone requested it with {device}, in an unknown location.', { device })
    : t('Someone requested it with {device}, in {place}.', { device, place });
}
