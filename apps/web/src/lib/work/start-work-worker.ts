import workerUrl from './work-worker.ts?worker&url';

/** The only policy that the page's Content-Security-Policy allows: it makes one URL, that of our own worker. */
const POLICY = 'kax-worker';

/** @returns a worker that solves puzzles; null when the browser refuses to start one */
export function startWorkWorker(): Worker | null {
  if (typeof Worker === 'undefined') return null;
  try {
    return new Worker(trustedUrl(), { type: 'module', name: 'work' });
  } catch {
    return null;
  }
}

let made: string | undefined;

/** A policy’s name can be used once. */
function trustedUrl(): string {
  made ??=
    globalThis.trustedTypes
      ?.createPolicy(POLICY, { createScriptURL: () => workerUrl })
      .createScriptURL('') ?? workerUrl;
  return made;
}
