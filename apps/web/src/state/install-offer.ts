import { changeSettings, currentSettings, type Settings } from './settings.ts';

const DAY_MS = 24 * 60 * 60_000;
/** A visit that begins sooner after the last one is the same. */
const VISIT_APART_MS = 30 * 60_000;
const WAIT_MS = 30 * DAY_MS;

/** Session storage key of a tab whose visit was counted. */
const COUNTED_KEY = 'kax-visit-counted';

/** Counts a visit: a new browser session, on another day or half an hour after the last one. */
export function countVisit(now: Date): void {
  if (wasCounted()) return;
  const { visits, visitedAt } = currentSettings().install;
  const last = new Date(visitedAt);
  const isApart =
    now.getTime() - visitedAt >= VISIT_APART_MS || now.toDateString() !== last.toDateString();
  if (isApart) change({ visits: visits + 1, visitedAt: now.getTime() });
}

function wasCounted(): boolean {
  try {
    const isCounted = sessionStorage.getItem(COUNTED_KEY) !== null;
    sessionStorage.setItem(COUNTED_KEY, '1');
    return isCounted;
  } catch {
    // Without storage no count is kept either.
    return true;
  }
}

/** A payment of this device succeeded. */
export function rememberPayment(): void {
  if (!currentSettings().install.hasPaid) change({ hasPaid: true });
}

/** The user doesn't want to be asked for a while. */
export function postponeInstall(now: Date): void {
  change({ notBefore: now.getTime() + WAIT_MS });
}

/** Kax is installed here. */
export function endInstallOffer(): void {
  change({ isOver: true });
}

/** @returns whether to offer to install Kax: after the second visit or the first payment, and not again for 30 days */
export function isInstallDue(offer: Settings['install'], now: Date): boolean {
  const { visits, hasPaid, notBefore, isOver } = offer;
  return !isOver && (visits >= 2 || hasPaid) && now.getTime() >= notBefore;
}

function change(part: Partial<Settings['install']>): void {
  changeSettings({ install: { ...currentSettings().install, ...part } });
}
