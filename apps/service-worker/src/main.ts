import { handlePushEvents } from './handle-push-events.ts';
import { type Build, keepShell } from './keep-shell.ts';

declare const self: ServiceWorkerGlobalScope;
/** Set by the build; null from the sources, whose files change as they are written. */
declare const BUILD: Build | null;

// The build before this one stays on the device for the pages that run it, so a new version takes over immediately.
self.addEventListener('install', () => void self.skipWaiting());
handlePushEvents(self);
if (BUILD !== null) keepShell(self, BUILD);
