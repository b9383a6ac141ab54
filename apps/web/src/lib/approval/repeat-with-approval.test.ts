import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { approvalNeeded, approvalNotValid, buildApprovalRequest } from '#testing/approval-request';
import { createFakeApi, type SeenRequest } from '#testing/fake-api';
import { buildOperationView } from '#testing/operation-view';
import { exportKeys } from '#wire/wallet/export-keys';
import { sendTokens } from '#wire/wallet/send-tokens';
import { callApi } from '../api-client.ts';
import { writeTokens } from '../storage.ts';
import { hostApprovals, type OpenApproval, openApproval } from './open-approval.ts';

const SEND = 'POST /api/wallet/public/send-tokens';
const EXPORT = 'POST /api/wallet/export-keys';
const body = { tokenId: 'polygon-usdc', amount: '1200000000', recipientAddress: '0xb0b' };
const payment = { body, idempotencyKey: 'key-1' };

let leave: () => void;
beforeEach(() => {
  localStorage.clear();
  writeTokens({ accessToken: 'access-1', refreshToken: 'refresh-1' });
  leave = hostApprovals();
});
afterEach(() => {
  leave();
  vi.unstubAllGlobals();
});

function startApi(responses: Parameters<typeof createFakeApi>[0]) {
  const api = createFakeApi(responses);
  vi.stubGlobal('fetch', api.fetch);
  return api;
}

const approvalOf = ({ headers }: SeenRequest) => headers.get('kax-approval');
const sent = () => {
  const operation = buildOperationView();
  const hash = operation.transactionHash ?? '';
  const hashes = { transactionHash: hash, hash };
  return { body: { transaction: { hash }, ...hashes, data: hashes, operation } };
};
/** Refuses until the approval with this id and code arrives. */
const until =
  (header: string, refusal = approvalNeeded()) =>
  (request: SeenRequest) => {
    if (approvalOf(request) === header) return sent();
    return approvalOf(request) === null ? refusal : approvalNotValid;
  };

async function opened(matches: (approval: OpenApproval) => boolean = () => true) {
  return vi.waitFor(() => {
    const approval = openApproval();
    if (approval === null || approval.isSending || !matches(approval)) throw new Error('not open');
    return approval;
  });
}
const enter = ({ decide }: OpenApproval, proof: string) =>
  decide({ at: 'approved', method: 'app', proof });

test('repeats the same request, with its key, and the approval as <id>.<method>.<proof>', async () => {
  const api = startApi({ [SEND]: until('approval-1.app.123456') });

  const result = callApi(sendTokens, payment);
  enter(await opened(), '123456');

  expect(await result).toMatchObject({ ok: true });
  expect(api.seen).toHaveLength(2);
  expect(api.seen.map((request) => request.body)).toEqual([body, body]);
  expect(api.seen.map(({ headers }) => headers.get('idempotency-key'))).toEqual(['key-1', 'key-1']);
  expect(api.seen.map(approvalOf)).toEqual([null, 'approval-1.app.123456']);
  expect(openApproval()).toBeNull();
});

test('closing it sends nothing more, and says that nothing was sent', async () => {
  const api = startApi({ [SEND]: () => approvalNeeded() });

  const result = callApi(sendTokens, payment);
  (await opened()).decide({ at: 'closed' });

  expect(await result).toEqual({
    ok: false,
    error: { code: 'aborted', message: 'Not approved. Nothing was sent.', status: 403 },
  });
  expect(api.seen).toHaveLength(1);
  expect(openApproval()).toBeNull();
});

test('closing what is no payment says that nothing changed', async () => {
  const { payment: _, ...request } = buildApprovalRequest({ reasons: ['export-keys'] });
  const refusal = { status: 403, body: { error: 'x', code: 'approval-needed', approval: request } };
  startApi({ [EXPORT]: () => refusal });

  const result = callApi(exportKeys, { body: { password: 'x', what: 'phrase' } });
  (await opened()).decide({ at: 'closed' });

  expect(await result).toMatchObject({ error: { message: 'Not approved. Nothing changed.' } });
});

test('a wrong code keeps it open with the server’s sentence, and a right one then counts', async () => {
  const api = startApi({ [SEND]: until('approval-1.app.123456') });

  const result = callApi(sendTokens, payment);
  enter(await opened(), '000000');
  const again = await opened(({ problem }) => problem !== null);
  expect(again.problem).toBe('We couldn’t verify that. Nothing happened. Try again.');
  enter(again, '123456');

  expect(await result).toMatchObject({ ok: true });
  expect(api.seen.map(approvalOf)).toEqual([
    null,
    'approval-1.app.000000',
    'approval-1.app.123456',
  ]);
});

test('one that took too long is renewed, and the new one counts', async () => {
  const api = startApi({
    [SEND]: (request) => {
      const header = approvalOf(request);
      if (header === null) return approvalNeeded();
      return header.startsWith('approval-2.') ? sent() : approvalNeeded({ id: 'approval-2' });
    },
  });

  const result = callApi(sendTokens, payment);
  enter(await opened(), '111111');
  const renewed = await opened(({ request }) => request.id === 'approval-2');
  expect(renewed.problem).toBe('This took too long. Try again.');
  enter(renewed, '222222');

  expect(await result).toMatchObject({ ok: true });
  expect(approvalOf(api.seen[2] as SeenRequest)).toBe('approval-2.app.222222');
});

test('a renewed one of something else says so, instead of letting it be approved unread', async () => {
  const other = { ...buildApprovalRequest().payment, amount: '9000000000' };
  const payment9000 = other as NonNullable<ReturnType<typeof buildApprovalRequest>['payment']>;
  startApi({
    [SEND]: (request) =>
      approvalOf(request) === null
        ? approvalNeeded()
        : approvalNeeded({ id: 'approval-2', payment: payment9000 }),
  });

  const result = callApi(sendTokens, payment);
  enter(await opened(), '111111');
  const changed = await opened(({ request }) => request.id === 'approval-2');
  expect(changed.problem).toBe('The details changed. Check them again.');
  changed.decide({ at: 'closed' });

  expect(await result).toMatchObject({ error: { code: 'aborted' } });
});

test('two calls refused at the same time are approved one after the other, each with its own', async () => {
  const respond = (request: SeenRequest) => {
    const id = request.headers.get('idempotency-key');
    return approvalOf(request) === `approval-${id}.app.123456`
      ? sent()
      : approvalNeeded({ id: `approval-${id}` });
  };
  const api = startApi({ [SEND]: respond });

  const first = callApi(sendTokens, { body, idempotencyKey: '1' });
  const second = callApi(sendTokens, { body, idempotencyKey: '2' });
  const one = await opened();
  await vi.waitFor(() => expect(api.seen).toHaveLength(2));
  expect(openApproval()).toBe(one);
  enter(one, '123456');
  const two = await opened(({ call }) => call !== one.call);
  expect(two.request.id).not.toBe(one.request.id);
  enter(two, '123456');

  expect(await first).toMatchObject({ ok: true });
  expect(await second).toMatchObject({ ok: true });
  expect(api.seen).toHaveLength(4);
});

test('deciding twice sends one approval', async () => {
  const api = startApi({ [SEND]: until('approval-1.app.123456') });

  const result = callApi(sendTokens, payment);
  const approval = await opened();
  enter(approval, '123456');
  enter(approval, '123456');

  await result;
  expect(api.seen).toHaveLength(2);
});

test('a call made by a timer returns the refusal and opens nothing', async () => {
  startApi({ [SEND]: () => approvalNeeded() });

  const result = await callApi(sendTokens, { ...payment, isBackground: true });

  expect(result).toMatchObject({ ok: false, error: { code: 'approval-needed' } });
  expect(openApproval()).toBeNull();
});

test('without a place to show it, the refusal is returned', async () => {
  leave();
  startApi({ [SEND]: () => approvalNeeded() });

  expect(await callApi(sendTokens, payment)).toMatchObject({ error: { code: 'approval-needed' } });
});

test('a sign-out closes it and what is queued, and the next user is shown neither', async () => {
  const api = startApi({ [SEND]: () => approvalNeeded() });

  const first = callApi(sendTokens, payment);
  const second = callApi(sendTokens, { body, idempotencyKey: 'key-2' });
  await opened();
  await vi.waitFor(() => expect(api.seen).toHaveLength(2));
  leave();
  leave = hostApprovals();

  expect(await first).toMatchObject({ error: { code: 'aborted' } });
  expect(await second).toMatchObject({ error: { code: 'aborted' } });
  expect(openApproval()).toBeNull();
  expect(api.seen).toHaveLength(2);
});

test('a caller that aborts closes it', async () => {
  const controller = new AbortController();
  const api = startApi({ [SEND]: () => approvalNeeded() });

  const result = callApi(sendTokens, { ...payment, signal: controller.signal });
  await opened();
  controller.abort();

  expect(await result).toMatchObject({ error: { code: 'aborted' } });
  expect(api.seen).toHaveLength(1);
});

test('closing it while the request is repeated hides it, and the result still arrives', async () => {
  let respond = () => {};
  const isSent = new Promise<void>((resolve) => {
    respond = resolve;
  });
  startApi({
    [SEND]: async (request) => {
      if (approvalOf(request) === null) return approvalNeeded();
      await isSent;
      return sent();
    },
  });

  const result = callApi(sendTokens, payment);
  enter(await opened(), '123456');
  await vi.waitFor(() => expect(openApproval()?.isSending).toBe(true));
  openApproval()?.decide({ at: 'closed' });
  expect(openApproval()).toBeNull();
  respond();

  expect(await result).toMatchObject({ ok: true });
});

test('a session that ends meanwhile is renewed, and the same approval is sent again', async () => {
  const api = startApi({
    [SEND]: (request) => {
      if (approvalOf(request) === null) return approvalNeeded();
      return request.headers.get('authorization') === 'Bearer access-2'
        ? sent()
        : { status: 401, body: { error: 'x', code: 'unauthorized' } };
    },
    'POST /api/auth/refresh': () => ({
      body: { access_token: 'access-2', refresh_token: 'refresh-2', expires_in: 600 },
    }),
  });

  const result = callApi(sendTokens, payment);
  enter(await opened(), '123456');

  expect(await result).toMatchObject({ ok: true });
  expect(approvalOf(api.seen.at(-1) as SeenRequest)).toBe('approval-1.app.123456');
});

test('a lost response after an approval is reported as such, because it may have been sent', async () => {
  startApi({
    [SEND]: (request) => (approvalOf(request) === null ? approvalNeeded() : 'no response'),
  });

  const result = callApi(sendTokens, payment);
  enter(await opened(), '123456');

  expect(await result).toMatchObject({ error: { code: 'network', status: null } });
  expect(openApproval()).toBeNull();
});

test('what this version can’t read is not shown: the page has to be reloaded', async () => {
  const approval = { ...buildApprovalRequest(), reasons: ['a-reason-of-tomorrow'] };
  startApi({
    [SEND]: () => ({ status: 403, body: { error: 'x', code: 'approval-needed', approval } }),
  });

  expect(await callApi(sendTokens, payment)).toMatchObject({
    error: { code: 'unexpected', message: 'Kax was updated. Reload to continue.', status: 403 },
  });
});
