import { toChecksumAddress } from '#pool/account-key';
import {
  type ScreenRequest,
  SIGNER_CHANNEL,
  type SignerOutcome,
  type SignerRequest,
  type StateRequest,
} from '#signing/messages/protocol';
import { approve } from '../flows/approve.ts';
import { createWallet, importWallet } from '../flows/create-wallet.ts';
import { addPasskey, addPhrase, chooseTimeOut, drill, showWords } from '../flows/keep-keys.ts';
import type { FlowParts } from '../flows/parts.ts';
import { settings } from '../settings.ts';
import { TEXTS } from '../texts.ts';
import { type App, postEvent, takeRequests } from './app-messages.ts';
import { connectWorker } from './connect-worker.ts';
import { createScreen } from './create-screen.ts';
import { createPasskeys } from './passkeys.ts';
import { workerAddress } from './trusted-script.ts';
import { canSeeCovers, createVisibilityGuard } from './visibility-guard.ts';

const isFramed = window.parent !== window;

function start(): void {
  const place = document.querySelector('main');
  const opener: Window | null = isFramed ? window.parent : window.opener;
  if (place === null) throw new Error('The page of the signer has no main element.');
  document.title = TEXTS.title;
  const parts = createParts(place, () => reportHeight(place, app));
  const app: App | null = opener === null ? null : { window: opener, origins: settings.appOrigins };
  void parts.screen.show({ view: 'idle' });
  if (app === null) return;
  watchVisibility(parts);
  takeRequests(app, serveRequests(parts));
  new ResizeObserver(() => reportHeight(place, app)).observe(place);
  postEvent(app, { channel: SIGNER_CHANNEL, event: 'ready' });
}

function createParts(place: HTMLElement, resized: () => void): FlowParts {
  const worker = new Worker(workerAddress(), { type: 'module' });
  return {
    screen: createScreen(place, createVisibilityGuard(isFramed), resized),
    passkeys: createPasskeys(location.hostname),
    callWorker: connectWorker(worker),
    settings,
    toChecksum: (address) => toChecksumAddress(`0x${address.slice(2)}`),
    now: Date.now,
    wait: (ms) => new Promise((done) => setTimeout(done, ms, undefined)),
    draw: (count) => [...crypto.getRandomValues(new Uint32Array(count))],
  };
}

/** One request at a time has the screen; the others can't draw over it. */
function serveRequests(parts: FlowParts): (request: SignerRequest) => Promise<SignerOutcome> {
  let isBusy = false;
  return async (request) => {
    const { callWorker, screen } = parts;
    if (isStateRequest(request)) return await serveState(parts, request);
    if (isBusy) return { outcome: 'busy' };
    if (isFramed && !canSeeCovers()) {
      void screen.show({ view: 'needs-window' });
      return { outcome: 'needs-window' };
    }
    isBusy = true;
    try {
      return await run(parts, request);
    } finally {
      isBusy = false;
      await callWorker('end', {});
    }
  };
}

function isStateRequest(request: SignerRequest): request is StateRequest {
  return request.kind === 'lock' || request.kind === 'status';
}

async function serveState(
  { callWorker }: FlowParts,
  { kind }: StateRequest,
): Promise<SignerOutcome> {
  if (kind === 'status') return { outcome: 'status', isOpen: await callWorker('hasOpenKeys', {}) };
  await callWorker('lock', {});
  return { outcome: 'locked' };
}

function run(parts: FlowParts, request: ScreenRequest): Promise<SignerOutcome> {
  switch (request.kind) {
    case 'approve':
      return approve(parts, request);
    case 'create':
      return createWallet(parts, request);
    case 'import':
      return importWallet(parts, request);
    case 'show-words':
      return showWords(parts, request);
    case 'drill':
      return drill(parts, request);
    case 'add-passkey':
      return addPasskey(parts, request);
    case 'add-phrase':
      return addPhrase(parts, request);
    case 'set-time-out':
      return chooseTimeOut(parts);
  }
}

function watchVisibility({ callWorker }: FlowParts): void {
  document.addEventListener('visibilitychange', () => {
    void callWorker(document.visibilityState === 'hidden' ? 'hidden' : 'shown', {});
  });
}

function reportHeight(place: HTMLElement, app: App | null): void {
  if (app === null || !isFramed) return;
  const height = Math.ceil(place.firstElementChild?.scrollHeight ?? 0);
  postEvent(app, { channel: SIGNER_CHANNEL, event: 'height', height });
}

start();
