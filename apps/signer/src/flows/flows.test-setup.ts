import type { LogStore, StoredSignature } from '../log/log-store.ts';
import type { CallWorker } from '../worker/calls.ts';
import { createHandlers } from '../worker/create-handlers.ts';
import { createKeyring } from '../worker/keyring.ts';
import { wipeKeys } from '../worker/wallet.ts';
import type { FlowParts, PasskeyError } from './parts.ts';
import type { Action, View } from './views.ts';

/** What a user does on a view; the next of the same name, where there are several. */
type Steps = Readonly<Record<string, readonly (Action | ((view: View) => Action))[]>>;

/** A user who does as planned, with a device that keeps passkeys, and the real functions of the Worker. */
export function createUser(steps: Steps) {
  const seen: View[] = [];
  const left = new Map(Object.entries(steps).map(([name, actions]) => [name, [...actions]]));
  const signatures: StoredSignature[] = [];
  const device = { secrets: new Map<string, number>(), error: null as PasskeyError | null };
  const clock = { now: 0, timer: new Promise<undefined>(() => {}) };
  const log: LogStore = {
    read: async () => [...signatures],
    async add(_, signature) {
      signatures.push(signature);
    },
  };
  const settings = {
    appOrigins: [],
    networks: [
      {
        chainId: 137,
        name: 'Polygon',
        pool: null,
        exchangeContracts: [],
        tokens: [{ address: null, symbol: 'POL', decimals: 18 }],
      },
    ],
  };
  const now = () => clock.now;
  const handlers = createHandlers({
    keyring: createKeyring({ now, after: () => () => {} }, wipeKeys),
    log: async () => log,
    settings,
    now,
    inTurn: (run) => run(),
  });
  // The request of each name is the one that its handler takes.
  const callWorker: CallWorker = (name, request) => handlers[name](request as never) as never;
  const secretOf = (id: string) => new Uint8Array(32).fill(device.secrets.get(id) ?? 0);
  const parts: FlowParts = {
    screen: {
      show(view) {
        seen.push(view);
        const next = left.get(view.view)?.shift();
        // What isn't planned stays open, as a prompt does that is answered elsewhere.
        if (next === undefined) return new Promise(() => {});
        return Promise.resolve(typeof next === 'function' ? next(view) : next);
      },
    },
    passkeys: {
      isAvailable: () => true,
      async create() {
        if (device.error !== null) return device.error;
        const credentialId = `passkey-${device.secrets.size}`;
        device.secrets.set(credentialId, device.secrets.size + 1);
        return { outcome: 'created', credentialId, publicKey: 'key' };
      },
      async secretOf(ids) {
        const credentialId = ids.find((id) => device.secrets.has(id));
        if (device.error !== null) return device.error;
        if (credentialId === undefined) return { outcome: 'cancelled' };
        return { outcome: 'secret', credentialId, secret: secretOf(credentialId) };
      },
    },
    callWorker,
    settings,
    toChecksum: (address) => address,
    now,
    wait: () => clock.timer,
    draw: (count) => Array.from({ length: count }, (_, index) => (index * 7) % 12),
  };
  return { parts, seen, views: () => seen.map(({ view }) => view), device, clock, signatures };
}
