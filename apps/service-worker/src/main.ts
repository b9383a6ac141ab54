import { handlePushEvents } from './handle-push-events.ts';

declare const self: ServiceWorkerGlobalScope;

// It keeps nothing and intercepts no request, so a new version replaces the old one immediately.
self.addEventListener('install', () => void self.skipWaiting());
handlePushEvents(self);
