import { createStore, useStore } from './store.ts';

/** What Chromium gives a page that can be installed. It can be used once. */
interface InstallPrompt extends Event {
  prompt(): Promise<unknown>;
  readonly userChoice: Promise<{ readonly outcome: 'accepted' | 'dismissed' }>;
}

/** How this browser installs Kax: by asking the user, or by steps that only the user can take. */
export type InstallMethod = 'prompt' | 'steps';

const store = createStore<InstallPrompt | null>(null);

/**
 * Makes Kax installable and keeps the browser's prompt for later. Only for signed-in users: the first visit loads
 * nothing for it.
 * @returns a function that stops it
 */
export function watchInstall(onInstalled: () => void): () => void {
  if (document.querySelector('link[rel="manifest"]') === null) {
    const link = document.createElement('link');
    link.rel = 'manifest';
    link.href = '/manifest.webmanifest';
    document.head.append(link);
  }
  const handlePrompt = (event: Event) => {
    event.preventDefault();
    if (isInstallPrompt(event)) store.set(event);
  };
  const handleInstalled = () => {
    store.set(null);
    onInstalled();
  };
  window.addEventListener('beforeinstallprompt', handlePrompt);
  window.addEventListener('appinstalled', handleInstalled);
  return () => {
    window.removeEventListener('beforeinstallprompt', handlePrompt);
    window.removeEventListener('appinstalled', handleInstalled);
  };
}

function isInstallPrompt(event: Event): event is InstallPrompt {
  return 'prompt' in event && 'userChoice' in event;
}

/** @returns null when Kax is open as an app already, and where the browser can't install it */
export function useInstallMethod(): InstallMethod | null {
  const prompt = useStore(store);
  if (isStandalone()) return null;
  if (prompt !== null) return 'prompt';
  return isSafariOnIos() ? 'steps' : null;
}

/** Shows the browser's prompt. @returns whether the user installs Kax */
export async function install(): Promise<boolean> {
  const prompt = store.get();
  if (prompt === null) return false;
  store.set(null);
  await prompt.prompt();
  const { outcome } = await prompt.userChoice;
  return outcome === 'accepted';
}

function isStandalone(): boolean {
  return (
    matchMedia('(display-mode: standalone)').matches ||
    ('standalone' in navigator && navigator.standalone === true)
  );
}

/** An iPad calls itself a Mac. Only Safari there knows whether a page was added to the home screen. */
function isSafariOnIos(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  const isIos = /iPhone|iPad|iPod/.test(userAgent) || (/Mac/.test(userAgent) && maxTouchPoints > 1);
  return isIos && /Safari/.test(userAgent) && !/CriOS|FxiOS|EdgiOS/.test(userAgent);
}
