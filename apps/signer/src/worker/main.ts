import type { WalletKeys } from '#pool/keys';
import { openLogStore } from '../log/log-store.ts';
import { settings } from '../settings.ts';
import type { WorkerReply, WorkerRequest } from './calls.ts';
import { createHandlers } from './create-handlers.ts';
import { createKeyring } from './keyring.ts';
import { wipeKeys } from './wallet.ts';

const keyring = createKeyring<WalletKeys>(
  {
    now: Date.now,
    after(ms, run) {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
  },
  wipeKeys,
);

const handlers = createHandlers({
  keyring,
  log: openLogStore,
  settings,
  now: Date.now,
  inTurn: (run) => navigator.locks.request('kax-signature-log', run),
});

addEventListener('message', async ({ data }: MessageEvent<WorkerRequest>) => {
  const { id, name, request } = data;
  // Both ends are built together: the page's `CallWorker` gives each name its own request.
  const handle = handlers[name] as (request: unknown) => Promise<unknown>;
  const reply: WorkerReply = await handle(request).then(
    (result) => ({ id, result }),
    (error: unknown) => ({ id, error: error instanceof Error ? error.message : 'unknown' }),
  );
  postMessage(reply);
});
