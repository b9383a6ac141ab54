import { createConnection } from 'node:net';
import type * as z from 'zod/mini';
import { type AccountRecovery, RecoveryUnavailable } from '../../ports/account-recovery.ts';
import { type DataKey, VaultBusy } from '../../ports/key-vault.ts';
import { readFrame, toFrame } from './frames.ts';
import { type RequestName, reply, responses, toText } from './messages.ts';

const PATIENCE_MS = 30_000;

/**
 * Account recovery in its own process, called over its socket.
 * @param patienceMs how long a call may take; only tests pass it
 */
export function connectRecovery(path: string, patienceMs = PATIENCE_MS): AccountRecovery {
  const call = <Name extends RequestName>(name: Name, request: unknown, dataKey?: DataKey) =>
    callAt({ path, patienceMs }, name, { request, dataKey: dataKey ?? null });
  return {
    kind: async () => (await call('about', {})).response.kind,
    wrap: async (registering, dataKey) => (await call('wrap', registering, dataKey)).response.wrap,
    async sendCodes(request, delivery) {
      await call('sendCodes', { request, delivery });
    },
    sendPhoneCode: async (request, typed) =>
      (await call('sendPhoneCode', { request, typed })).response,
    async completeRegistration(registration, codes) {
      const wrapped = registration && { ...registration, wrap: toText(registration.wrap) };
      const given = await call('completeRegistration', { registration: wrapped, codes });
      if (given.response.kind !== 'right') return given.response;
      return { ...given.response, dataKey: given.dataKey };
    },
    async recover(userId, codes) {
      const { response, dataKey } = await call('recover', { userId, codes });
      if (response.kind !== 'right') return response;
      if (dataKey === null) throw new RecoveryUnavailable(new Error('A data key is missing.'));
      return { ...response, dataKey };
    },
    confirmContactChange: async (userId, codes) =>
      (await call('confirmContactChange', { userId, codes })).response,
    cancelContactChange: async (userId) =>
      (await call('cancelContactChange', { userId })).response.isCancelled,
    confirm: async (confirmed, codes) => (await call('confirm', { confirmed, codes })).response,
    enrolKeys: async (enrolment) => {
      const sent = { ...enrolment, sight: toText(enrolment.sight) };
      return (await call('enrolKeys', { enrolment: sent })).response;
    },
    async release(challengeId) {
      await call('release', { challengeId });
    },
    async forget(userId) {
      await call('forget', { userId });
    },
    enroll: async (account, dataKey) => (await call('enroll', { account }, dataKey)).response,
  };
}

async function callAt<Name extends RequestName>(
  { path, patienceMs }: { readonly path: string; readonly patienceMs: number },
  name: Name,
  { request, dataKey }: { readonly request: unknown; readonly dataKey: DataKey | null },
): Promise<{
  readonly response: z.output<(typeof responses)[Name]>;
  readonly dataKey: DataKey | null;
}> {
  const socket = createConnection(path);
  const deadline = setTimeout(() => socket.destroy(), patienceMs);
  // What goes wrong ends the reading below.
  socket.on('error', () => undefined);
  const frame = toFrame({ json: { call: name, request }, dataKey });
  try {
    socket.write(frame, () => frame.fill(0));
    const message = await readFrame(socket);
    const replied = reply.parse(message.json);
    if ('busy' in replied) throw new VaultBusy();
    const response = responses[name].parse(replied.response) as z.output<(typeof responses)[Name]>;
    return { response, dataKey: message.dataKey as DataKey | null };
  } catch (cause) {
    throw cause instanceof VaultBusy ? cause : new RecoveryUnavailable(cause);
  } finally {
    clearTimeout(deadline);
    socket.destroy();
  }
}
