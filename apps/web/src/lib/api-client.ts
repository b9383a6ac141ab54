import { codeMessage } from '#language/catalogue';
import { pageLanguage, t, translationOf } from '#language/t';

import { refresh } from '#wire/auth/refresh';
import type { AnyContract, ResponseOf } from '#wire/contract';
import { errorShell, WORK_HEADER } from '#wire/error-shell';
import type { ToBeSigned } from '#wire/wallet/to-be-signed';
import { config, isLocalAuth } from '../config.ts';
import { type ApiError, type ApiResult, KEY_LOST, NETWORK_ERROR } from './api-result.ts';
import type { CallOptions } from './call-options.ts';
import { parseJson } from './parse-json.ts';
import { createSessionRefresh, endLostSession } from './session-refresh.ts';
import {
  deviceOf,
  deviceOfSession,
  learnServerTime,
  type ProofHeaders,
  signRequest,
} from './sign-request.ts';
import { readStored, STORAGE_KEYS } from './storage.ts';

/**
 * Calls the API. When a call that needs a session gets a 401, it is retried once with a refreshed
 * token (§4 Token refresh). When the server asks for work or for an approval first, the call is repeated with it; only
 * what a user did opens the approval.
 * @returns the parsed response or an error; never throws.
 */
export async function callApi<C extends AnyContract>(
  contract: C,
  options: CallOptions<C>,
): Promise<ApiResult<ResponseOf<C>>> {
  if (isLocalAuth) {
    const { respondLocally } = await import('./local-login.ts');
    const local = await respondLocally(contract.name, options.body);
    if (local) return local as ApiResult<ResponseOf<C>>;
  }
  const request = describeRequest(contract, options);
  if (contract.access === 'public') return sendWithWork(contract, request, null);
  const result = await sendApproved(contract, request, options);
  if (!result.ok || !isToBeSigned(result.data)) return result;
  try {
    const { signOffered } = await import('./signing/sign-offered.ts');
    const payment = { call: contract.name, ...options } as never;
    return (await signOffered(callApi, payment, result.data)) as ApiResult<ResponseOf<C>>;
  } catch {
    return { ok: false, error: notUnderstood(null) };
  }
}

/** What its user alone can sign. */
function isToBeSigned(data: unknown): data is ToBeSigned {
  return typeof data === 'object' && data !== null && 'toSign' in data;
}

async function sendApproved<C extends AnyContract>(
  contract: C,
  request: RequestDescription,
  options: CallOptions<C>,
): Promise<ApiResult<ResponseOf<C>>> {
  const result = await sendInSession(contract, request);
  if (result.ok || result.error.approval === undefined || options.isBackground) return result;
  try {
    const { repeatWithApproval } = await import('./approval/repeat-with-approval.ts');
    return await repeatWithApproval(result.error, request.signal, (headers) =>
      sendInSession(contract, { ...request, headers: { ...request.headers, ...headers } }),
    );
  } catch {
    return result;
  }
}

async function sendInSession<C extends AnyContract>(
  contract: C,
  request: RequestDescription,
): Promise<ApiResult<ResponseOf<C>>> {
  const token = readStored(STORAGE_KEYS.accessToken);
  const first = await sendWithWork(contract, request, token);
  if (first.ok || first.error.status !== 401) return first;

  const outcome = await refreshSession(token);
  if (outcome.at === 'refreshed') return sendWithWork(contract, request, outcome.accessToken);
  return outcome.at === 'unreachable' ? { ok: false, error: outcome.error } : first;
}

const refreshSession = createSessionRefresh((refreshToken) => {
  const request = describeRequest(refresh, { body: { refresh_token: refreshToken } });
  return send(refresh, { ...request, boundToken: refreshToken }, null);
});

interface RequestDescription {
  url: string;
  headers: Record<string, string>;
  body: string | undefined;
  idempotencyKey: string | undefined;
  /** A token in the body whose session may be bound to a device. */
  boundToken?: string;
  signal: AbortSignal | undefined;
  onWork: ((share: number) => void) | undefined;
}

/** The options of any contract, for building the request. */
interface AnyOptions {
  params?: unknown;
  query?: unknown;
  body?: unknown;
  idempotencyKey?: string | undefined;
  isBackground?: boolean | undefined;
  respondsAsync?: boolean | undefined;
  signal?: AbortSignal | undefined;
  onWork?: ((share: number) => void) | undefined;
}

function describeRequest(contract: AnyContract, options: AnyOptions): RequestDescription {
  const headers: Record<string, string> = {
    accept: 'application/json',
    'accept-language': pageLanguage(),
  };
  if (options.body !== undefined) headers['content-type'] = 'application/json';
  if (options.idempotencyKey) headers['idempotency-key'] = options.idempotencyKey;
  if (options.isBackground) headers['x-background'] = '1';
  if (options.respondsAsync) headers.prefer = 'respond-async';
  const path = fillPath(contract.path, entriesOf(options.params));
  const query = new URLSearchParams(entriesOf(options.query)).toString();
  return {
    url: `${config.apiBase}${path}${query ? `?${query}` : ''}`,
    headers,
    body: options.body === undefined ? undefined : JSON.stringify(options.body),
    idempotencyKey: options.idempotencyKey,
    signal: options.signal,
    onWork: options.onWork,
  };
}

function entriesOf(values: unknown): Record<string, string> {
  const entries = Object.entries(values ?? {}).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]));
}

function fillPath(path: string, params: Record<string, string>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`The path ${path} needs the parameter ${name}`);
    return encodeURIComponent(value);
  });
}

async function sendWithWork<C extends AnyContract>(
  contract: C,
  request: RequestDescription,
  token: string | null,
): Promise<ApiResult<ResponseOf<C>>> {
  const result = await send(contract, request, token);
  if (result.ok || result.error.work === undefined) return result;
  try {
    const { repeatWithWork } = await import('./work/repeat-with-work.ts');
    return await repeatWithWork(result, request, (work) =>
      send(contract, { ...request, headers: { ...request.headers, [WORK_HEADER]: work } }, token),
    );
  } catch (cause) {
    return request.signal?.aborted ? { ok: false, error: noResponse(cause) } : result;
  }
}

async function send<C extends AnyContract>(
  contract: C,
  request: RequestDescription,
  token: string | null,
): Promise<ApiResult<ResponseOf<C>>> {
  const first = await sendOnce(contract, request, token);
  // By now, this device knows by how much its clock is wrong.
  const isLate = !first.ok && first.error.code === 'device-proof-expired';
  return isLate ? sendOnce(contract, request, token) : first;
}

async function sendOnce<C extends AnyContract>(
  contract: C,
  request: RequestDescription,
  token: string | null,
): Promise<ApiResult<ResponseOf<C>>> {
  const { url, headers, body, signal } = request;
  try {
    const bearer = token ? { authorization: `Bearer ${token}` } : {};
    const proof = needsProof(contract, token) ? await proofOf(contract, request, token) : {};
    if (proof === null) return { ok: false, error: keyLost() };
    const response = await fetch(url, {
      method: contract.method,
      headers: { ...headers, ...bearer, ...proof },
      body: body ?? null,
      signal: signal ?? null,
      cache: 'no-store',
      credentials: 'omit',
    });
    const received = await readJson(response);
    if (!response.ok) {
      const error = refusalOf(response.status, received);
      if (error.code === 'device-proof-expired') await learnServerTime(response);
      return { ok: false, error };
    }
    const parsed = contract.response.safeParse(received);
    if (!parsed.success) return { ok: false, error: notUnderstood(response.status) };
    return { ok: true, data: parsed.data as ResponseOf<C> };
  } catch (cause) {
    return { ok: false, error: noResponse(cause) };
  }
}

/** What signs in, up or again tells the server which device it is; a session needs that when it is bound to one. */
function needsProof({ access, method }: AnyContract, token: string | null): boolean {
  return access === 'session' ? deviceOfSession(token) !== null : method === 'POST';
}

/** @returns null when this browser can no longer sign for its session, which is removed */
async function proofOf(
  { method }: AnyContract,
  { url, body, idempotencyKey, boundToken }: RequestDescription,
  token: string | null,
): Promise<ProofHeaders | null> {
  const bound = boundToken ?? token;
  const device = boundToken === undefined ? deviceOfCaller(token) : deviceOf(boundToken);
  const proof = await signRequest({ method, url, token, body, idempotencyKey }, device);
  if (proof === null && bound !== null) endLostSession(bound);
  return proof;
}

/** Whoever has no token has no session yet. */
function deviceOfCaller(token: string | null): string | null {
  return token === null ? null : deviceOfSession(token);
}

/** @returns undefined when the body is not JSON, for example because a proxy responded. */
async function readJson(response: Response): Promise<unknown> {
  return parseJson(await response.text());
}

function refusalOf(status: number, body: unknown): ApiError {
  const parsed = errorShell.safeParse(body);
  if (parsed.success) {
    const { error, code, operationId, retryAfter, work, approval } = parsed.data;
    return {
      code,
      message: inPageLanguage(error, code),
      status,
      ...(operationId === undefined ? {} : { operationId }),
      ...(retryAfter === undefined ? {} : { retryAfter }),
      ...(work === undefined ? {} : { work }),
      ...(approval === undefined ? {} : { approval }),
    };
  }
  return { code: 'unexpected', message: sentenceIn(body) ?? NETWORK_ERROR, status };
}

/** The server writes English. What has no translation, because it has values, is what its code means. */
function inPageLanguage(sentence: string, code: string): string {
  return translationOf(sentence) ?? translationOf(codeMessage(code)) ?? sentence;
}

/** Even a refusal of another shape may come with a message. */
function sentenceIn(body: unknown): string | undefined {
  const isObject = typeof body === 'object' && body !== null;
  const sentence = isObject && 'error' in body ? body.error : undefined;
  return typeof sentence === 'string' && sentence ? sentence : undefined;
}

function notUnderstood(status: number | null): ApiError {
  const message = t('Kax was updated. Reload to continue.');
  return { code: 'unexpected', message, status };
}

function keyLost(): ApiError {
  return { code: 'device-key-lost', message: KEY_LOST, status: null };
}

function noResponse(cause: unknown): ApiError {
  const isAborted = cause instanceof DOMException && cause.name === 'AbortError';
  return isAborted
    ? { code: 'aborted', message: t('The request was cancelled.'), status: null }
    : { code: 'network', message: NETWORK_ERROR, status: null };
}
